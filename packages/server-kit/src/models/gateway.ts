import { jsonSchema, streamText, tool, type LanguageModel, type ModelMessage, type ToolSet } from 'ai'
import { Stalled } from './faults.ts'
import type { ChatMessage, ModelPart, ModelTool, StepRequest } from './types.ts'

// Warnings about unsupported settings would go to the console.
Reflect.set(globalThis, 'AI_SDK_LOG_WARNINGS', false)

// The only module that calls the `ai` package: it releases almost daily, so little of it is used and in one place.

/** Runs one step: what the model says to a conversation. Tools are described, never executed here. */
export async function* streamStep(model: LanguageModel, request: StepRequest & { searchTools?: ToolSet }, stallMs: number): AsyncGenerator<ModelPart> {
	const stop = new AbortController()
	const result = streamText({
		model,
		instructions: request.system,
		messages: request.messages.map(toSdk),
		tools: { ...Object.fromEntries((request.tools ?? []).map((each) => [each.name, sdkTool(each)])), ...request.searchTools },
		toolChoice: request.search === 'on' && request.searchTools ? 'required' : 'auto',
		temperature: request.temperature,
		abortSignal: AbortSignal.any([request.signal, stop.signal]),
		maxRetries: 0,
		// Conversations are not kept at the provider, and old items come whole instead of by reference.
		providerOptions: { openai: { store: false }, xai: { store: false } },
		// Its default prints to the console.
		onError: () => {},
	})
	const sources = new Map<string, { url: string; title?: string }>()
	const calls: { id: string; name: string; input: unknown; problem?: string }[] = []
	let usage = { input: 0, output: 0 }
	let finish = 'other'
	let text = ''
	try {
		for await (const part of inTime(result.stream, stallMs)) {
			switch (part.type) {
				case 'text-delta':
					text += part.text
					yield { type: 'text', text: part.text }
					break
				case 'reasoning-delta':
					yield { type: 'reasoning', text: part.text }
					break
				case 'tool-call':
					// Those that the provider runs itself are none of ours.
					if (!part.providerExecuted) calls.push({ id: part.toolCallId, name: part.toolName, input: part.input, ...problemOf(part) })
					break
				case 'source':
					// Grok sends each source twice: once as an annotation, once at the end.
					if (part.sourceType === 'url') sources.set(part.url, { url: part.url, ...(part.title !== undefined && { title: part.title }) })
					break
				case 'finish-step':
					usage = { input: part.usage.inputTokens ?? 0, output: part.usage.outputTokens ?? 0 }
					finish = part.finishReason
					break
				case 'error':
					throw part.error
				case 'abort':
					throw request.signal.reason
			}
		}
		request.signal.throwIfAborted()
		const messages = await result.responseMessages
		const content = messages.flatMap((message): object[] => (message.role !== 'assistant' ? [] : typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content))
		yield { type: 'finish', text, calls, usage, finish, sources: [...sources.values()], content: content.map(sendable) }
	} finally {
		stop.abort()
	}
}

/** Fails when the stream is silent for too long. */
async function* inTime<T>(stream: AsyncIterable<T>, stallMs: number): AsyncGenerator<T> {
	const iterator = stream[Symbol.asyncIterator]()
	try {
		for (;;) {
			const { promise: stalled, reject } = Promise.withResolvers<never>()
			const timer = setTimeout(() => reject(new Stalled(`nothing came for ${Math.round(stallMs / 1000)} seconds`)), stallMs)
			const next = iterator.next()
			try {
				const { done, value } = await Promise.race([next, stalled])
				if (done) return
				yield value
			} catch (error) {
				// The abandoned read fails later, when the request is aborted.
				next.catch(() => {})
				throw error
			} finally {
				clearTimeout(timer)
			}
		}
	} finally {
		iterator.return?.()?.catch(() => {})
	}
}

function sdkTool({ description, input }: ModelTool): ToolSet[string] {
	// Input is checked by whoever runs the tool, so that a bad call is logged like any other.
	return tool({ description, inputSchema: jsonSchema(input) })
}

function problemOf(part: { invalid?: boolean; error?: unknown }): { problem?: string } {
	if (!part.invalid) return {}
	return { problem: part.error instanceof Error ? part.error.message.slice(0, 500) : 'The call could not be read' }
}

/** A call whose arguments were no JSON must still be an object when it is shown to the model again. */
function sendable(part: object): object {
	if ('type' in part && part.type === 'tool-call' && 'input' in part && (typeof part.input !== 'object' || part.input === null)) return { ...part, input: {} }
	return part
}

function toSdk(message: ChatMessage): ModelMessage {
	switch (message.role) {
		case 'user':
			return { role: 'user', content: message.text }
		case 'assistant':
			// Exactly what an earlier step's `finish` gave.
			return { role: 'assistant', content: message.content } as ModelMessage
		case 'tool':
			return {
				role: 'tool',
				content: message.results.map(({ id, name, output, isError }) => ({
					type: 'tool-result' as const,
					toolCallId: id,
					toolName: name,
					output: { type: isError ? ('error-text' as const) : ('text' as const), value: output },
				})),
			}
	}
}
