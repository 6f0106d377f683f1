import { DrydockError, type EventOf, type Sequenced } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import type { shellLogs } from '../contract.ts'

type Wire = Sequenced<EventOf<typeof shellLogs>>

/** What of a file that is there already is shown first. */
const firstBytes = 64 * 1024
/** Read at once when much was added. */
const pieceBytes = 1024 * 1024

/** The last lines of a log file, then each line that is added, for some seconds. A file that starts anew is read from its beginning. */
export async function followLog({ workspace }: Kernel, { cwd, path, seconds, signal }: { cwd: string; path: string; seconds: number; signal: AbortSignal }): Promise<AsyncIterable<Wire>> {
	if ((await workspace.look(cwd, path))?.kind !== 'file') throw new DrydockError(404, 'not_found', `There is no log file ${path}`, { hint: 'Paths are relative to the working folder.' })
	const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
	return lines()

	async function* lines(): AsyncGenerator<Wire> {
		let seq = 0
		let at: number | undefined
		let rest = ''
		try {
			for await (const _ of workspace.watch(cwd, [path], over)) {
				for (;;) {
					const piece = await readFrom(at)
					at = piece.end
					const text = (piece.isAnew ? '' : rest) + piece.text
					const all = text.split('\n')
					rest = all.pop() ?? ''
					for (const line of all) yield { seq: ++seq, type: 'line', data: { text: line } }
					if (piece.text === '') break
				}
			}
		} catch (error) {
			if (!over.aborted) throw error
		}
		if (rest !== '') yield { seq: ++seq, type: 'line', data: { text: rest } }
		yield { seq: ++seq, type: 'end', data: {} }
	}

	async function readFrom(at: number | undefined): Promise<{ text: string; end: number; isAnew: boolean }> {
		let start = 0
		let isAnew = false
		const { body } = await workspace.openRange(cwd, path, (size) => {
			isAnew = at === undefined || size < at
			start = at === undefined ? Math.max(0, size - firstBytes) : size < at ? 0 : at
			return size > start ? { start, end: Math.min(size, start + pieceBytes) - 1 } : undefined
		})
		const chunks: Buffer[] = []
		for await (const chunk of body ?? []) chunks.push(Buffer.from(chunk))
		const bytes = Buffer.concat(chunks)
		// A character may be cut at the end: its bytes are read again.
		const whole = wholeLength(bytes)
		const text = bytes.subarray(0, whole).toString('utf8')
		const isCut = at === undefined && start > 0
		return { text: isCut ? text.slice(text.indexOf('\n') + 1) : text, end: start + whole, isAnew }
	}
}

/** How many bytes end with a whole character. */
function wholeLength(bytes: Buffer): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] ?? 0
		if ((byte & 0b1100_0000) === 0b1000_0000) continue
		const needed = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1
		return needed > back ? bytes.length - back : bytes.length
	}
	return bytes.length
}
