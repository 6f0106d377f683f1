import type { MouseEvent } from 'react'

/** Before a button goes or is disabled: the keyboard goes on from the head of its file, else of all changes. */
export function stayNear({ currentTarget }: MouseEvent<HTMLElement>): void {
	const head = currentTarget.closest('.FileChanges')?.querySelector<HTMLElement>('.FileChanges-head') ?? currentTarget.closest('.Changes')?.querySelector<HTMLElement>('.Changes-head')
	head?.focus()
}
