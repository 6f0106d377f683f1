import type { EventOf, ReplyOf, Sequenced } from '@drydock/contract'
import type { shellRun, shellStream } from '../contract.ts'

export interface Piece {
	id: number
	stream: 'stdout' | 'stderr' | 'note'
	text: string
}

export type Effect = NonNullable<ReplyOf<typeof shellRun>['effect']>

export interface Output {
	taskId: string | undefined
	/** When it started and ended. */
	since: number | undefined
	until: number | undefined
	reason: string | undefined
	pieces: readonly Piece[]
	/** Characters shown. */
	length: number
	/** Whether the beginning was taken off the page. */
	isCut: boolean
	exit: { code: number; durationMs: number; timedOut: boolean; stopped: boolean } | undefined
	/** What it would change, if it ran on a copy. */
	effect: Effect | undefined
	error: string | undefined
}

/** More text makes a page slow; the rest is in the run's log. */
const mostCharacters = 1024 * 1024

export const noOutput = (): Output => ({ taskId: undefined, since: undefined, until: undefined, reason: undefined, pieces: [], length: 0, isCut: false, exit: undefined, effect: undefined, error: undefined })

// Colours and cursor movements are for terminals.
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g

/** What a streamed command has shown so far. */
export function foldOutput(output: Output, { seq, type, data }: Sequenced<EventOf<typeof shellStream>>): Output {
	switch (type) {
		case 'start':
			return { ...output, taskId: data.task_id, since: data.at * 1000, reason: data.reason }
		case 'output':
			return withPiece(output, { id: seq, stream: data.stream, text: data.text.replace(escapes, '').replaceAll('\r\n', '\n') })
		case 'skipped':
			return withPiece(output, { id: seq, stream: 'note', text: `\n… ${data.bytes} bytes left out …\n` })
		case 'exit':
			return { ...output, until: (output.since ?? 0) + data.duration_ms, exit: { code: data.code, durationMs: data.duration_ms, timedOut: data.timed_out, stopped: data.stopped }, effect: data.effect }
		case 'error':
			return { ...output, until: output.since, error: data.message }
		default:
			return output
	}
}

function withPiece(output: Output, piece: Piece): Output {
	const pieces = [...output.pieces, piece]
	let length = output.length + piece.text.length
	let { isCut } = output
	while (length > mostCharacters && pieces.length > 1) {
		length -= pieces.shift()?.text.length ?? 0
		isCut = true
	}
	return { ...output, pieces, length, isCut }
}
