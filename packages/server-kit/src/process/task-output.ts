import type { Clock } from '../clock.ts'
import type { Run } from '../tasks/index.ts'

type Stream = 'stdout' | 'stderr'

/** One event for so much, or so long: the log stays small and still reads as live. */
const flushChars = 4096
const flushMs = 50
/** Of an endless output the beginning is kept in the log, and the end. */
const headChars = 4 * 1024 * 1024
const tailChars = 256 * 1024

/** Writes the output of a command into its task's log; what is too much is left out of the middle, never of the end. Its events are `kind.output` and `kind.skipped`. */
export function createOutput(run: Pick<Run, 'append'>, clock: Clock, kind: string) {
	let pending: { stream: Stream; text: string } | undefined
	let written = 0
	let tail: { stream: Stream; text: string }[] = []
	let tailLength = 0
	let skipped = 0
	let off = () => {}
	let last: Promise<unknown> = Promise.resolve()
	let failure: unknown

	const append = (type: string, data: Record<string, unknown>) => void (last = last.then(() => run.append(type, data)).catch((error: unknown) => void (failure ??= error)))

	function send() {
		off()
		off = () => {}
		if (!pending) return
		append(`${kind}.output`, pending)
		pending = undefined
	}

	async function settled() {
		await last
		if (failure !== undefined) throw failure
	}

	function keepForTheEnd(stream: Stream, text: string) {
		tail.push({ stream, text })
		tailLength += text.length
		while (tailLength > tailChars) {
			const [first] = tail
			if (!first) return
			const cut = Math.min(tailLength - tailChars, first.text.length)
			skipped += Buffer.byteLength(first.text.slice(0, cut))
			tailLength -= cut
			first.text = first.text.slice(cut)
			if (first.text === '') tail.shift()
		}
	}

	return {
		/** Resolves when more may come: a slow store slows the command down. */
		async add({ stream, text }: { stream: Stream; text: string }): Promise<void> {
			if (written >= headChars) return keepForTheEnd(stream, text)
			written += text.length
			if (pending && pending.stream !== stream) send()
			if (!pending) off = clock.after(flushMs, send)
			pending = { stream, text: (pending?.text ?? '') + text }
			if (pending.text.length < flushChars) return
			send()
			await settled()
		},
		async end(): Promise<void> {
			send()
			if (skipped > 0) append(`${kind}.skipped`, { bytes: skipped })
			for (const { stream, text } of joined(tail)) append(`${kind}.output`, { stream, text })
			tail = []
			await settled()
		},
	}
}

/** Neighbours of one stream as one. */
function joined(pieces: readonly { stream: Stream; text: string }[]): { stream: Stream; text: string }[] {
	const result: { stream: Stream; text: string }[] = []
	for (const { stream, text } of pieces) {
		const before = result.at(-1)
		if (before?.stream === stream) before.text += text
		else result.push({ stream, text })
	}
	return result
}
