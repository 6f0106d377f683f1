import type { ReactNode } from 'react'

export interface MenuAction {
	label: string
	icon?: ReactNode
	shortcut?: string
	/** Shows a tick. */
	isChecked?: boolean
	/** Why it cannot be done now; shown as its tip. */
	disabled?: boolean | string
	isDanger?: boolean
	onSelect(): void
}

/** A line of a menu: something to do, or a rule between groups. */
export type MenuItem = 'separator' | MenuAction

type Move = (at: number, count: number) => number

const moves: Record<string, Move> = {
	ArrowDown: (at, count) => (at + 1) % count,
	ArrowUp: (at, count) => (at - 1 + count) % count,
	Home: () => 0,
	End: (_, count) => count - 1,
}

/** Which of the labels a key leads to: the next one, the last one, or the next that begins with the letter. */
export function menuTarget(key: string, at: number, labels: readonly string[]): number | undefined {
	if (labels.length === 0) return undefined
	const move = moves[key]
	if (move) return move(at, labels.length)
	if (key.length !== 1 || key === ' ') return undefined
	const order = labels.map((_, step) => (at + 1 + step) % labels.length)
	return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()))
}
