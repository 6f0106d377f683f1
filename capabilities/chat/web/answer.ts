import { DrydockError } from '@drydock/contract'
import { readEvents } from '@drydock/web-kit'

export interface Source {
	url: string
	title?: string
}

/** What of an answer arrived so far. */
export interface Answer {
	text: string
	thought: string
	/** What the server says about it meanwhile, e.g. that it tries again. */
	status: string
	sources: readonly Source[]
}

export type Piece = { [K in keyof Answer]?: Answer[K] }

export const emptyAnswer = (): Answer => ({ text: '', thought: '', status: '', sources: [] })

export function foldAnswer(answer: Answer, { text = '', thought = '', status = '', sources = answer.sources }: Piece): Answer {
	return { text: answer.text + text, thought: answer.thought + thought, status, sources }
}

/** Reads an answer as it comes: tokens until `[DONE]`, or one JSON reply (spec/2 §7). */
export async function* readAnswer(reply: Response): AsyncGenerator<Piece> {
	if (!reply.body) throw new DrydockError(502, 'chat.empty', 'Request failed')
	if (!(reply.headers.get('content-type') ?? '').includes('text/event-stream')) {
		yield pieceOf(await reply.json().catch(() => undefined), jsonTexts)
		return
	}
	for await (const { data } of readEvents(reply.body)) {
		if (data === '[DONE]') return
		throwFault(data)
		yield typeof data === 'string' ? { text: data } : pieceOf(data, streamTexts)
	}
	throw new DrydockError(502, 'chat.cut', 'The answer broke off')
}

/** spec/2 §7: where tokens and whole texts stand. */
const streamTexts = ['token', 'delta', 'text']
const jsonTexts = ['text', 'reply', 'message', 'response', 'output']

function pieceOf(data: unknown, texts: readonly string[]): Piece {
	if (typeof data === 'string') return { text: data }
	const text = texts.map((name) => textAt(data, name)).find((value) => value !== undefined)
	return { text, thought: textAt(data, 'thought'), status: textAt(data, 'status'), sources: sourcesAt(data) }
}

function at(data: unknown, name: string): unknown {
	return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
}

function textAt(data: unknown, name: string): string | undefined {
	const value = at(data, name)
	return typeof value === 'string' ? value : undefined
}

function sourcesAt(data: unknown): Source[] | undefined {
	const list = at(data, 'citations')
	if (!Array.isArray(list)) return undefined
	return list.flatMap((item): Source[] => {
		const url = typeof item === 'string' ? item : textAt(item, 'url')
		return url === undefined ? [] : [{ url, title: textAt(item, 'title') }]
	})
}

function throwFault(data: unknown) {
	const message = textAt(data, 'error')
	if (message !== undefined) throw new DrydockError(502, textAt(data, 'code') ?? 'chat.failed', message, { hint: textAt(data, 'hint') })
}
