import { Readable } from 'node:stream'
import { DrydockError, type ReceivedOf } from '@drydock/contract'
import { serve, type Kernel } from '@drydock/server-kit'
import type { ChatMessage as ModelMessage, ModelPart } from '@drydock/server-kit/models/index.ts'
import * as contract from '../contract.ts'
import { withAttachments } from './attachments.ts'

const codeSystem = 'Answer with code first and few words around it.'

export default serve(contract, (kernel) => ({
	async grokChat(input, { headers, signal }) {
		const parts = await startChat(kernel, input, signal)
		if (!(headers.accept ?? '').includes('text/event-stream')) return { body: JSON.stringify(await wholeAnswer(parts)), type: 'application/json' }
		return { body: Readable.from(lines(parts, input.search_parameters?.return_citations ?? true)), type: 'text/event-stream; charset=utf-8', headers: { 'x-accel-buffering': 'no' } }
	},
}))

type Input = ReceivedOf<typeof contract.grokChat>

/** Fails before the first byte with a status of its own, e.g. 409 without a key; later failures are part of the stream. */
async function startChat(kernel: Kernel, input: Input, signal: AbortSignal): Promise<AsyncIterable<ModelPart>> {
	const { messages, model, temperature, mode, system, search_parameters } = input
	const choice = await kernel.models.choose(model)
	const conversation: ModelMessage[] = []
	const systems = [system, mode === 'code' || mode === 'Code' ? codeSystem : undefined, ...messages.filter(({ role }) => role === 'system').map(({ content }) => content)]
	for (const message of messages) {
		if (message.role === 'user') conversation.push({ role: 'user', text: await withAttachments(message, kernel) })
		if (message.role === 'assistant' && message.content.trim() !== '') conversation.push({ role: 'assistant', content: [{ type: 'text', text: message.content }] })
	}
	if (conversation.at(-1)?.role !== 'user') throw new DrydockError(400, 'validation', 'The last message must be the user’s')
	const parts = kernel.models.stream({ system: systems.filter(Boolean).join('\n\n'), messages: conversation, temperature, search: search_parameters?.mode ?? 'off', choice, signal })
	return startedWith(await parts.next(), parts)
}

async function* startedWith(first: IteratorResult<ModelPart>, rest: AsyncIterable<ModelPart>): AsyncGenerator<ModelPart> {
	if (first.done) return
	yield first.value
	yield* rest
}

async function wholeAnswer(parts: AsyncIterable<ModelPart>) {
	for await (const part of parts) if (part.type === 'finish') return { ok: true, text: part.text, citations: part.sources }
	throw new DrydockError(502, 'models.cut', 'The model ended without an answer')
}

async function* lines(parts: AsyncIterable<ModelPart>, withCitations: boolean): AsyncGenerator<string> {
	const line = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
	let hasText = false
	try {
		for await (const part of parts) {
			if (part.type === 'text') yield line({ token: part.text })
			if (part.type === 'reasoning') yield line({ thought: part.text })
			hasText ||= part.type === 'text'
			// What was sent cannot be taken back, so a second answer would follow the first half of one.
			if (part.type === 'retry' && hasText) throw new DrydockError(502, 'models.cut', part.error)
			if (part.type === 'retry') yield line({ status: `${part.error}; trying again` })
			if (part.type === 'finish' && withCitations && part.sources.length > 0) yield line({ citations: part.sources })
		}
	} catch (error) {
		if (!(error instanceof DrydockError)) throw error
		yield line({ error: error.message, code: error.code, hint: error.hint })
	}
	yield 'data: [DONE]\n\n'
}
