// Questions in place of window.confirm and window.prompt, which block the page and cannot be styled.
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, focusOnOpen } from './Dialog.tsx'
import { Field, TextInput } from './Field.tsx'
import { hostDocument } from './host.ts'
import { InWindow } from './InWindow.tsx'

interface Confirmation {
	title: string
	body?: ReactNode
	confirmLabel?: string
	isDanger?: boolean
}

interface TextQuestion extends Confirmation {
	label: string
	initial?: string
	/** A sentence when the answer will not do. */
	check?(text: string): string | undefined
}

type Asked = { page: Document } & ({ kind: 'confirm'; question: Confirmation; answer(yes: boolean): void } | { kind: 'text'; question: TextQuestion; answer(text: string | undefined): void })

let asked: Asked | undefined
const listeners = new Set<() => void>()

function put(next: Asked | undefined) {
	asked = next
	for (const listener of listeners) listener()
}

/** Asks before something is done; true when the person agrees. */
export function askConfirm(question: Confirmation): Promise<boolean> {
	return new Promise((resolve) => {
		put({
			page: hostDocument(),
			kind: 'confirm',
			question,
			answer(yes) {
				put(undefined)
				resolve(yes)
			},
		})
	})
}

/** Asks for a line of text; undefined when cancelled or left blank. */
export function askText(question: TextQuestion): Promise<string | undefined> {
	return new Promise((resolve) => {
		put({
			page: hostDocument(),
			kind: 'text',
			question,
			answer(text) {
				put(undefined)
				resolve(text?.trim() ? text.trim() : undefined)
			},
		})
	})
}

function subscribe(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** Shows the questions, each in the window in which it was asked; stands once in the shell. */
export function QuestionHost() {
	const current = useSyncExternalStore(subscribe, () => asked)
	if (!current) return undefined
	return <InWindow page={current.page}>{current.kind === 'confirm' ? <ConfirmDialog {...current} /> : <TextDialog {...current} />}</InWindow>
}

function ConfirmDialog({ question, answer }: Extract<Asked, { kind: 'confirm' }>) {
	const { title, body, confirmLabel = 'OK', isDanger } = question
	const footer = (
		<>
			<Button onClick={() => answer(false)}>Cancel</Button>
			<Button variant={isDanger ? 'danger' : 'primary'} ref={focusOnOpen} onClick={() => answer(true)}>
				{confirmLabel}
			</Button>
		</>
	)
	return (
		<Dialog title={title} onClose={() => answer(false)} footer={footer}>
			{body}
		</Dialog>
	)
}

function TextDialog({ question, answer }: Extract<Asked, { kind: 'text' }>) {
	const { title, body, label, initial = '', confirmLabel = 'OK', check } = question
	const [text, setText] = useState(initial)
	const problem = text.trim() === '' ? undefined : check?.(text.trim())
	return (
		<Dialog title={title} onClose={() => answer(undefined)}>
			<form
				className="Question"
				onSubmit={(event) => {
					event.preventDefault()
					if (!problem) answer(text)
				}}
			>
				{body}
				<Field label={label} error={problem}>
					<TextInput ref={focusOnOpen} value={text} onFocus={({ target }) => target.setSelectionRange(0, stemLength(target.value))} onChange={(event) => setText(event.target.value)} />
				</Field>
				<div className="Question-buttons">
					<Button onClick={() => answer(undefined)}>Cancel</Button>
					<Button variant="primary" type="submit" disabled={text.trim() === '' || problem !== undefined}>
						{confirmLabel}
					</Button>
				</div>
			</form>
		</Dialog>
	)
}

/** A file's name is selected without its extension: that is what people change. */
function stemLength(name: string): number {
	const dot = name.lastIndexOf('.')
	return dot > 0 ? dot : name.length
}
