import type { Clock } from '../clock.ts'
import type { Run } from './types.ts'

/** Model and command output comes in crumbs: one event per 80 characters or 100 ms keeps the log small and still reads as live. */
const flushChars = 80
const flushMs = 100

/** Collects the crumbs of a stream into events of one type each; `flush` before logging anything else. */
export function createDeltas(run: Pick<Run, 'append'>, clock: Clock) {
	let type = ''
	let fields: Record<string, string> = {}
	let text = ''
	let off = () => {}
	let last: Promise<unknown> = Promise.resolve()
	let failure: unknown

	function send() {
		off()
		off = () => {}
		if (text === '') return
		const [sentType, data] = [type, { ...fields, [sentField(type)]: text }]
		text = ''
		last = last.then(() => run.append(sentType, data)).catch((error: unknown) => void (failure ??= error))
	}

	async function flush(): Promise<void> {
		send()
		await last
		if (failure !== undefined) throw failure
	}

	return {
		/** Resolves when the writer may go on: a slow store slows the stream down instead of filling memory. */
		async push(nextType: string, chunk: string, nextFields: Record<string, string> = {}): Promise<void> {
			if (nextType !== type) send()
			type = nextType
			fields = nextFields
			if (text === '' && chunk !== '') off = clock.after(flushMs, send)
			text += chunk
			if (text.length >= flushChars) await flush()
		},
		flush,
	}
}

function sentField(type: string): string {
	return type === 'tool.output' ? 'chunk' : 'text'
}
