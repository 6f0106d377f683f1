import { planStatuses, type Plan } from '../../contract.ts'

export type Status = Plan['status']

export const columnNames: Record<Status, string> = { todo: 'Todo', in_progress: 'In progress', done: 'Done' }

export function inColumn(plans: readonly Plan[], status: Status): Plan[] {
	return plans.filter((plan) => plan.status === status)
}

/** The number that puts a plan at an index of a column, between its neighbours there. */
export function positionAt(plans: readonly Plan[], moved: string, status: Status, index: number): number {
	const others = inColumn(plans, status).filter(({ id }) => id !== moved)
	const before = others[index - 1]?.position
	const after = others[index]?.position
	if (before === undefined) return after === undefined ? 1 : after - 1
	return after === undefined ? before + 1 : (before + after) / 2
}

/** Where an arrow key takes a plan: along its column, or into the next one at the same height. */
export function moveBy(plans: readonly Plan[], id: string, key: string): { status: Status; position: number } | undefined {
	const plan = plans.find((each) => each.id === id)
	if (!plan) return undefined
	const index = inColumn(plans, plan.status).findIndex((each) => each.id === id)
	if (key === 'ArrowUp' || key === 'ArrowDown') {
		const next = index + (key === 'ArrowUp' ? -1 : 1)
		if (next < 0 || next >= inColumn(plans, plan.status).length) return undefined
		return { status: plan.status, position: positionAt(plans, id, plan.status, next) }
	}
	if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
	const status = planStatuses[planStatuses.indexOf(plan.status) + (key === 'ArrowLeft' ? -1 : 1)]
	return status && { status, position: positionAt(plans, id, status, index) }
}
