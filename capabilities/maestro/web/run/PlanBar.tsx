import { ChevronRight, Circle, CircleCheck, CircleDot } from '@drydock/ui/icons'
import { useState } from 'react'
import type { PlanStep } from './view.ts'
import './PlanBar.css'

const icons = { pending: <Circle />, active: <CircleDot />, done: <CircleCheck /> }
const words = { pending: 'to do', active: 'at it', done: 'done' }

/** The agent's plan: one line with what it is at, unfolding to the checklist. */
export function PlanBar({ plan }: { plan: readonly PlanStep[] }) {
	const [isOpen, setIsOpen] = useState(false)
	if (plan.length === 0) return undefined
	const done = plan.filter(({ status }) => status === 'done').length
	const current = plan.find(({ status }) => status === 'active') ?? plan.find(({ status }) => status === 'pending')
	return (
		<section className="PlanBar" aria-label="Plan">
			<button type="button" className="PlanBar-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
				<ChevronRight aria-hidden />
				<span>Plan</span>
				<span className="PlanBar-count">
					{done}/{plan.length}
				</span>
				{!isOpen && <span className="PlanBar-current">{current?.text ?? 'All done'}</span>}
			</button>
			{isOpen && (
				<ol className="PlanBar-list">
					{plan.map(({ text, status }, index) => (
						<li key={index} className={`PlanBar-item PlanBar-item--${status}`}>
							{icons[status]}
							<span>{text}</span>
							<span className="visually-hidden">{words[status]}</span>
						</li>
					))}
				</ol>
			)}
		</section>
	)
}
