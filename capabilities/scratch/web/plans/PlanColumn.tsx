import { Badge, classNames } from '@drydock/ui'
import { useState, type DragEvent } from 'react'
import { dragType, type PlanActions } from './plan-actions.ts'
import { columnNames, inColumn, type Status } from './place.ts'
import { PlanCard } from './PlanCard.tsx'

/** One column of the board, with its counter; takes dropped cards. */
export function PlanColumn({ status, plans, onDrop, ...rest }: PlanActions & { status: Status; onDrop(id: string, index: number): void }) {
	const [target, setTarget] = useState<number>()
	const own = inColumn(plans, status)
	const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType)
	function indexUnder(event: DragEvent<HTMLElement>): number {
		const cards = [...event.currentTarget.querySelectorAll('.PlanCard')]
		const at = cards.findIndex((card) => event.clientY < card.getBoundingClientRect().top + card.clientHeight / 2)
		return at < 0 ? cards.length : at
	}
	function handleDrop(event: DragEvent<HTMLElement>) {
		setTarget(undefined)
		if (!accepts(event)) return
		event.preventDefault()
		const id = event.dataTransfer.getData(dragType)
		const from = own.findIndex((plan) => plan.id === id)
		const index = indexUnder(event)
		onDrop(id, from >= 0 && from < index ? index - 1 : index)
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is the pointer's way; the keyboard's is in the card
		<section
			className={classNames('PlanColumn', target !== undefined && 'PlanColumn--target')}
			aria-label={columnNames[status]}
			onDragOver={(event) => {
				if (!accepts(event)) return
				event.preventDefault()
				setTarget(indexUnder(event))
			}}
			onDragLeave={() => setTarget(undefined)}
			onDrop={handleDrop}
		>
			<h2>
				{columnNames[status]} <Badge>{own.length}</Badge>
			</h2>
			<ul className="PlanColumn-cards">
				{own.map((plan, index) => (
					<PlanCard key={plan.id} plan={plan} plans={plans} isTarget={index === target} {...rest} />
				))}
			</ul>
			{own.length === 0 && <p className="PlanColumn-empty">{status === 'todo' ? 'Type a plan above.' : 'Drop a card here.'}</p>}
		</section>
	)
}
