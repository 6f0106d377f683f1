import { askText, classNames, IconButton, Menu, type MenuItem } from '@drydock/ui'
import { Ellipsis, GripVertical } from '@drydock/ui/icons'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { planStatuses, type Plan } from '../../contract.ts'
import { columnNames, moveBy, positionAt } from './place.ts'
import { dragType, type PlanActions } from './plan-actions.ts'

export function PlanCard({ plan, plans, isBusy, isTarget, held, onHold, onMove, onRename, onRemove, onSay }: PlanActions & { plan: Plan; isTarget: boolean }) {
	const handle = useRef<HTMLButtonElement>(null)
	const from = held?.id === plan.id ? held.from : undefined
	const isHeld = from !== undefined
	// A card that moves into another column is mounted anew there: the keyboard goes along.
	useEffect(() => {
		if (isHeld) handle.current?.focus()
	}, [isHeld])

	function handleKey(event: KeyboardEvent) {
		if (event.key === ' ' || (event.key === 'Enter' && isHeld)) {
			event.preventDefault()
			onHold(isHeld ? undefined : { id: plan.id, from: { status: plan.status, position: plan.position } })
			onSay(isHeld ? `Dropped ${plan.title} in ${columnNames[plan.status]}` : `Picked up ${plan.title}. Arrows move it, Space drops it, Escape puts it back.`)
		} else if (event.key === 'Escape' && from) {
			event.stopPropagation()
			onMove(plan, from)
			onHold(undefined)
		} else if (event.key === 'Delete') onRemove(plan)
		else if (event.key === 'F2') void rename()
		else if (isHeld && event.key.startsWith('Arrow')) {
			event.preventDefault()
			const to = isBusy ? undefined : moveBy(plans, plan.id, event.key)
			if (to) onMove(plan, to)
		}
	}
	async function rename() {
		const title = await askText({ title: 'Rename plan', label: 'Title', initial: plan.title, confirmLabel: 'Rename' })
		if (title !== undefined) onRename(plan, title)
	}
	const items: MenuItem[] = [
		...planStatuses.map((status) => ({
			label: `Move to ${columnNames[status]}`,
			isChecked: status === plan.status,
			onSelect: () => status !== plan.status && onMove(plan, { status, position: positionAt(plans, plan.id, status, Number.MAX_SAFE_INTEGER) }),
		})),
		'separator',
		{ label: 'Rename', shortcut: 'F2', onSelect: () => void rename() },
		{ label: 'Remove', shortcut: 'Delete', isDanger: true, onSelect: () => onRemove(plan) },
	]
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is the pointer's way; the keyboard's is in the button
		<li className={classNames('PlanCard', isTarget && 'PlanCard--target')} draggable onDragStart={(event) => event.dataTransfer.setData(dragType, plan.id)}>
			<button
				ref={handle}
				type="button"
				className="PlanCard-handle"
				data-held={isHeld || undefined}
				aria-roledescription="movable card"
				title="Drag to move. With the keyboard: Space, then arrows"
				onKeyDown={handleKey}
				onBlur={(event) => isHeld && event.relatedTarget && onHold(undefined)}
				onDoubleClick={() => void rename()}
			>
				<GripVertical />
				<span className="PlanCard-title">{plan.title}</span>
			</button>
			<Menu label={`Actions for ${plan.title}`} align="end" trigger={<IconButton label={`Actions for ${plan.title}`} icon={<Ellipsis />} />} items={items} />
		</li>
	)
}
