import { ErrorState, PaneBody, Skeleton } from '@drydock/ui'
import { asFault, toast, useCall, useSend } from '@drydock/web-kit'
import { useState } from 'react'
import { addPlan, changePlan, listPlans, planStatuses, removePlan, type Plan } from '../contract.ts'
import { AddLine } from './AddLine.tsx'
import { undoMs } from './undo.ts'
import { columnNames, inColumn, positionAt, type Status } from './plans/place.ts'
import { PlanColumn } from './plans/PlanColumn.tsx'
import type { Held } from './plans/plan-actions.ts'
import './PlansPane.css'

/** spec/1 §2, Plans. Cards move by drag, by keyboard (Space picks one up, arrows move it) and by menu. */
export default function PlansPane() {
	const { data, error, refetch } = useCall(listPlans, {}, { onFocus: true })
	const add = useSend(addPlan, { refresh: [listPlans] })
	const change = useSend(changePlan, { refresh: [listPlans] })
	const remove = useSend(removePlan, { refresh: [listPlans] })
	const [said, setSaid] = useState('')
	const [held, setHeld] = useState<Held>()
	const plans = data?.plans ?? []
	const fail = (cause: unknown) => toast({ kind: 'error', message: asFault(cause).message })

	function move(plan: Plan, to: { status: Status; position: number }) {
		change.mutate({ id: plan.id, ...to }, { onError: fail })
		setSaid(`${plan.title}: ${columnNames[to.status]}`)
	}
	function handleRemove(plan: Plan) {
		const undo = () => add.mutate({ id: plan.id, title: plan.title, status: plan.status, position: plan.position }, { onError: fail })
		remove.mutate({ id: plan.id }, { onError: fail, onSuccess: () => toast({ message: `Removed “${plan.title}”`, ttlMs: undoMs, action: { label: 'Undo', run: undo } }) })
	}
	return (
		<PaneBody label="Plans" className="PlansPane" header={<AddLine label="New plan" button="Add" isBusy={add.isPending} onAdd={(title) => add.mutateAsync({ id: crypto.randomUUID(), title }).then(() => {}, fail)} />}>
			{error && <ErrorState title="The plans could not be read" error={error} onRetry={() => void refetch()} />}
			{!data && !error && <Skeleton />}
			{data && (
				<div className="PlanBoard">
					{planStatuses.map((status) => (
						<PlanColumn
							key={status}
							status={status}
							plans={plans}
							isBusy={change.isPending}
							onMove={move}
							onDrop={(id, index) => {
								const plan = plans.find((each) => each.id === id)
								if (plan) move(plan, { status, position: positionAt(plans, id, status, index) })
							}}
							onRename={(plan, title) => change.mutate({ id: plan.id, title }, { onError: fail })}
							onRemove={handleRemove}
							held={held}
							onHold={setHeld}
							onSay={setSaid}
						/>
					))}
				</div>
			)}
			<span role="status" className="visually-hidden">
				{said || `${plans.length} plans, ${inColumn(plans, 'done').length} done`}
			</span>
		</PaneBody>
	)
}
