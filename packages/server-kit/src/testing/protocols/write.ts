import type { ModelRequest, Turn } from '../model-script.ts'

/** One server-sent event of an answer; `isContent` ones are what faults count. */
export interface Piece {
	event?: string
	data: unknown
	isContent?: boolean
}

type Writer = (turn: Answer, request: ModelRequest) => Piece[]

interface Answer {
	id: string
	reasoning: string[]
	text: string[]
	calls: { id: string; name: string; input: unknown }[]
	usage: { input: number; output: number }
}

/** The pieces of an answer in the words of a protocol. */
export function piecesOf(turn: Turn, request: ModelRequest): Piece[] {
	const answers = request.messages.filter(({ role }) => role === 'assistant').length
	return writers[request.protocol](
		{
			id: `answer-${answers}`,
			reasoning: crumbs(turn.reasoning),
			text: crumbs(turn.text),
			calls: (turn.calls ?? []).map((call, index) => ({ id: call.id ?? `call_${answers}_${index}`, name: call.name, input: call.input })),
			usage: turn.usage ?? { input: 100, output: 20 },
		},
		request,
	)
}

/** Words with their blanks, as a model streams them. */
function crumbs(text = ''): string[] {
	return text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === '' ? [] : [text])
}

const chat: Writer = ({ id, reasoning, text, calls, usage }, { model }) => {
	const chunk = (delta: object, finish: string | null = null) => ({ id, object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason: finish }] })
	const finish = calls.length > 0 ? 'tool_calls' : 'stop'
	const counted = { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output }
	return [
		{ data: chunk({ role: 'assistant', content: '' }) },
		// OpenRouter and Groq say `reasoning`, most local servers `reasoning_content`.
		...reasoning.map((part) => ({ data: chunk({ reasoning: part, reasoning_content: part }), isContent: true })),
		...text.map((content) => ({ data: chunk({ content }), isContent: true })),
		...calls.flatMap(({ id: callId, name, input }, index) => [
			{ data: chunk({ tool_calls: [{ index, id: callId, type: 'function', function: { name, arguments: '' } }] }), isContent: true },
			...halves(JSON.stringify(input)).map((part) => ({ data: chunk({ tool_calls: [{ index, function: { arguments: part } }] }), isContent: true })),
		]),
		{ data: chunk({}, finish) },
		// Groq counts under a name of its own.
		{ data: { id, object: 'chat.completion.chunk', created: 1, model, choices: [], usage: counted, x_groq: { id, usage: counted } } },
		{ data: '[DONE]' },
	]
}

const responses: Writer = ({ id, reasoning, text, calls, usage }, { model }) => {
	const pieces: Piece[] = []
	const output: object[] = []
	let order = 0
	const send = (type: string, data: object, isContent = false) => pieces.push({ event: type, data: { type, sequence_number: order++, ...data }, isContent })
	const response = (status: string) => ({ id, object: 'response', created_at: 1, status, model, output, error: null, incomplete_details: null })
	send('response.created', { response: response('in_progress') })
	if (reasoning.length > 0) {
		const index = output.length
		const item = { type: 'reasoning', id: `rs_${id}`, status: 'completed', summary: [{ type: 'summary_text', text: reasoning.join('') }], encrypted_content: 'sealed' }
		send('response.output_item.added', { output_index: index, item: { ...item, summary: [], status: 'in_progress' } })
		send('response.reasoning_summary_part.added', { item_id: item.id, output_index: index, summary_index: 0, part: { type: 'summary_text', text: '' } })
		for (const delta of reasoning) send('response.reasoning_summary_text.delta', { item_id: item.id, output_index: index, summary_index: 0, delta }, true)
		send('response.reasoning_summary_part.done', { item_id: item.id, output_index: index, summary_index: 0, part: item.summary[0] })
		send('response.output_item.done', { output_index: index, item })
		output.push(item)
	}
	if (text.length > 0) {
		const index = output.length
		const item = { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: text.join(''), annotations: [] }] }
		send('response.output_item.added', { output_index: index, item: { ...item, content: [], status: 'in_progress' } })
		for (const delta of text) send('response.output_text.delta', { item_id: item.id, output_index: index, content_index: 0, delta }, true)
		send('response.output_item.done', { output_index: index, item })
		output.push(item)
	}
	for (const { id: callId, name, input } of calls) {
		const index = output.length
		const item = { type: 'function_call', id: `fc_${callId}`, call_id: callId, name, arguments: JSON.stringify(input), status: 'completed' }
		send('response.output_item.added', { output_index: index, item: { ...item, arguments: '', status: 'in_progress' } })
		for (const delta of halves(item.arguments)) send('response.function_call_arguments.delta', { item_id: item.id, output_index: index, delta }, true)
		send('response.function_call_arguments.done', { item_id: item.id, output_index: index, name, arguments: item.arguments })
		send('response.output_item.done', { output_index: index, item })
		output.push(item)
	}
	const counted = { input_tokens: usage.input, output_tokens: usage.output, total_tokens: usage.input + usage.output, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
	send('response.completed', { response: { ...response('completed'), usage: counted } })
	return pieces
}

const messages: Writer = ({ id, reasoning, text, calls, usage }, { model }) => {
	const pieces: Piece[] = []
	const send = (type: string, data: object, isContent = false) => pieces.push({ event: type, data: { type, ...data }, isContent })
	let index = 0
	const block = (start: object, deltas: object[]) => {
		send('content_block_start', { index, content_block: start })
		for (const delta of deltas) send('content_block_delta', { index, delta }, true)
		send('content_block_stop', { index })
		index++
	}
	send('message_start', {
		message: { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: usage.input, output_tokens: 1 } },
	})
	if (reasoning.length > 0)
		block({ type: 'thinking', thinking: '' }, [...reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })), { type: 'signature_delta', signature: 'sealed' }])
	if (text.length > 0) block({ type: 'text', text: '' }, text.map((part) => ({ type: 'text_delta', text: part })))
	for (const { id: callId, name, input } of calls)
		block({ type: 'tool_use', id: callId, name, input: {} }, halves(JSON.stringify(input)).map((part) => ({ type: 'input_json_delta', partial_json: part })))
	send('message_delta', { delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null }, usage: { output_tokens: usage.output } })
	send('message_stop', {})
	return pieces
}

const gemini: Writer = ({ reasoning, text, calls, usage }) => {
	const chunk = (parts: object[], finishReason?: string) => ({
		data: {
			candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
			usageMetadata: { promptTokenCount: usage.input, candidatesTokenCount: usage.output, totalTokenCount: usage.input + usage.output },
		},
		isContent: parts.length > 0,
	})
	return [
		...reasoning.map((part) => chunk([{ text: part, thought: true }])),
		...text.map((part) => chunk([{ text: part }])),
		...calls.map(({ name, input }) => chunk([{ functionCall: { name, args: input } }])),
		chunk([], 'STOP'),
	]
}

/** Arguments arrive in pieces that are no JSON by themselves. */
function halves(text: string): string[] {
	const middle = Math.ceil(text.length / 2)
	return [text.slice(0, middle), text.slice(middle)].filter(Boolean)
}

const writers: Record<ModelRequest['protocol'], Writer> = { chat, responses, messages, gemini }
