import type { Message, ModelRequest } from '../model-script.ts'

type Json = Record<string, unknown>

export const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const string = (value: unknown) => (typeof value === 'string' ? value : '')

/** The text of a message's content, whichever way it is written. */
export function textOf(content: unknown): string {
	if (typeof content === 'string') return content
	return list(content)
		.map((part) => string(record(part)['text']))
		.join('')
}

function parsed(text: unknown): unknown {
	if (typeof text !== 'string') return text ?? {}
	try {
		return JSON.parse(text) as unknown
	} catch {
		return text
	}
}

type Conversation = Pick<ModelRequest, 'system' | 'messages' | 'tools' | 'model'>

export function readChat(body: Json): Conversation {
	const system: string[] = []
	const messages: Message[] = []
	for (const item of list(body['messages']).map(record)) {
		const text = textOf(item['content'])
		if (item['role'] === 'system' || item['role'] === 'developer') system.push(text)
		else if (item['role'] === 'tool') messages.push({ role: 'tool', text, calls: [] })
		else if (item['role'] === 'assistant')
			messages.push({
				role: 'assistant',
				text,
				calls: list(item['tool_calls']).map((call) => {
					const { id, function: made } = record(call)
					return { id: string(id), name: string(record(made)['name']), input: parsed(record(made)['arguments']) }
				}),
			})
		else messages.push({ role: 'user', text, calls: [] })
	}
	const tools = list(body['tools']).map((tool) => string(record(record(tool)['function'])['name']))
	return { model: string(body['model']), system: system.join('\n'), messages, tools }
}

export function readResponses(body: Json): Conversation {
	const system = [string(body['instructions'])]
	const messages: Message[] = []
	const answer = () => {
		const last = messages.at(-1)
		if (last?.role === 'assistant') return last
		const made: Message = { role: 'assistant', text: '', calls: [] }
		messages.push(made)
		return made
	}
	const items = typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : list(body['input'])
	for (const item of items.map(record)) {
		if (item['type'] === 'function_call_output') messages.push({ role: 'tool', text: textOf(item['output']), calls: [] })
		else if (item['type'] === 'function_call') answer().calls.push({ id: string(item['call_id']), name: string(item['name']), input: parsed(item['arguments']) })
		else if (item['role'] === 'assistant') answer().text += textOf(item['content'])
		else if (item['role'] === 'system' || item['role'] === 'developer') system.push(textOf(item['content']))
		else if (item['role'] === 'user') messages.push({ role: 'user', text: textOf(item['content']), calls: [] })
	}
	return { model: string(body['model']), system: system.filter(Boolean).join('\n'), messages, tools: list(body['tools']).map((tool) => string(record(tool)['name'] ?? record(tool)['type'])) }
}

export function readMessages(body: Json): Conversation {
	const messages: Message[] = []
	for (const item of list(body['messages']).map(record)) {
		const blocks = typeof item['content'] === 'string' ? [{ type: 'text', text: item['content'] }] : list(item['content']).map(record)
		for (const block of blocks.filter(({ type }) => type === 'tool_result')) messages.push({ role: 'tool', text: textOf(record(block)['content']), calls: [] })
		const calls = blocks
			.filter(({ type }) => type === 'tool_use')
			.map(record)
			.map((block) => ({ id: string(block['id']), name: string(block['name']), input: block['input'] }))
		const text = textOf(blocks.filter(({ type }) => type === 'text'))
		if (item['role'] === 'assistant') messages.push({ role: 'assistant', text, calls })
		else if (text !== '') messages.push({ role: 'user', text, calls: [] })
	}
	return { model: string(body['model']), system: textOf(body['system']), messages, tools: list(body['tools']).map((tool) => string(record(tool)['name'])) }
}

export function readGemini(body: Json, path: string): Conversation {
	const messages: Message[] = []
	for (const item of list(body['contents']).map(record)) {
		const parts = list(item['parts']).map(record)
		for (const part of parts.filter((each) => each['functionResponse'])) {
			const answer = record(record(part['functionResponse'])['response'])
			messages.push({ role: 'tool', text: string(answer['content']) || JSON.stringify(answer), calls: [] })
		}
		const calls = parts
			.filter((part) => part['functionCall'])
			.map((part) => record(part['functionCall']))
			.map((call) => ({ id: string(call['id']), name: string(call['name']), input: call['args'] }))
		const text = textOf(parts.filter((part) => part['thought'] !== true))
		if (item['role'] === 'model') messages.push({ role: 'assistant', text, calls })
		else if (text !== '') messages.push({ role: 'user', text, calls: [] })
	}
	const declared = list(body['tools']).flatMap((tool) => list(record(tool)['functionDeclarations']))
	const system = textOf(record(body['systemInstruction'])['parts'])
	return { model: /models\/([^:]+)/.exec(path)?.[1] ?? '', system, messages, tools: declared.map((tool) => string(record(tool)['name'])) }
}
