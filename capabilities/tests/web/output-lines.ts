import type { EventOf, Sequenced } from '@drydock/contract'
import type { watchRun } from '../contract.ts'

/** spec: test output */
export const mostLines = 5000
/** spec: test output */
export const keptLines = 4000

type RunEvent = Sequenced<EventOf<typeof watchRun>>

/** A run as the page shows it. */
export interface RunView {
	/** The last one may still grow. */
	lines: readonly string[]
	/** How many were let go before these. */
	dropped: number
	exit: Extract<RunEvent, { type: 'exit' }>['data'] | undefined
	error: string | undefined
}

export const nothingYet: RunView = { lines: [], dropped: 0, exit: undefined, error: undefined }

export function addEvent(view: RunView, event: RunEvent): RunView {
	switch (event.type) {
		case 'start':
			return addText(view, `$ ${event.data.cmd}\n`)
		case 'output':
			return addText(view, event.data.text)
		case 'skipped':
			return addText(view, `\n… ${event.data.bytes.toLocaleString('en')} bytes were left out …\n`)
		case 'exit':
			return { ...view, exit: event.data }
		case 'error':
			return { ...view, error: event.data.message }
		default:
			return event satisfies never
	}
}

export const isLast = ({ type }: RunEvent) => type === 'exit' || type === 'error'

// Tools are told not to colour; what some print all the same is taken out.
// oxlint-disable-next-line no-control-regex -- that is what they begin with
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g

export function addText(view: RunView, text: string): RunView {
	const added = text.replaceAll(escapes, '').split('\n')
	const growing = (view.lines.at(-1) ?? '') + (added[0] ?? '')
	const all = [...view.lines.slice(0, -1), growing, ...added.slice(1)]
	const lines = all.map((line, index) => (line.includes('\r') ? overwritten(line, { isWhole: index < all.length - 1 }) : line))
	if (lines.length <= mostLines) return { ...view, lines }
	return { ...view, lines: lines.slice(-keptLines), dropped: view.dropped + lines.length - keptLines }
}

/** What a terminal would show of a line that is written over, such as progress; one that may go on is still to be written over. */
function overwritten(line: string, { isWhole }: { isWhole: boolean }): string {
	const last = line.split('\r').findLast((part) => part !== '') ?? ''
	return isWhole || !line.endsWith('\r') ? last : `${last}\r`
}
