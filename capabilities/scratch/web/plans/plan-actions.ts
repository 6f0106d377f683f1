import type { Plan } from '../../contract.ts'
import type { Status } from './place.ts'

/** Only our own cards are taken: a file or a link dropped here is for somebody else. */
export const dragType = 'application/x-drydock-plan'

/** Picked up by the keyboard, and from where, for Escape. */
export interface Held {
	id: string
	from: { status: Status; position: number }
}

/** What the board lets its columns and cards do. */
export interface PlanActions {
	plans: readonly Plan[]
	isBusy: boolean
	held: Held | undefined
	onHold(held: Held | undefined): void
	onMove(plan: Plan, to: { status: Status; position: number }): void
	onRename(plan: Plan, title: string): void
	onRemove(plan: Plan): void
	/** Told to screen readers. */
	onSay(text: string): void
}
