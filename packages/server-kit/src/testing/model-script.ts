/** One answer of the scripted model. */
export interface Turn {
	/** When this turn is the right one; without it, the n-th turn answers a conversation with n answers so far. */
	when?: {
		/** Answers of the model so far. */
		answers?: number
		/** Tool results so far. */
		results?: number
		/** Pattern for the newest message or tool result. */
		last?: string
	}
	reasoning?: string
	text?: string
	calls?: { name: string; input: unknown; id?: string }[]
	usage?: { input: number; output: number }
	/** Pause between the pieces of the answer. */
	delayMs?: number
	fault?: Fault
}

export type Fault =
	/** An HTTP error, e.g. 429 with `retryAfter` seconds. */
	| { kind: 'status'; status: number; retryAfter?: number; message?: string; times?: number }
	/** The connection dies after some pieces of the answer. */
	| { kind: 'cut'; after?: number; times?: number }
	/** Nothing comes any more after some pieces. */
	| { kind: 'stall'; after?: number; times?: number }
	/** A piece that is not JSON. */
	| { kind: 'broken'; after?: number; times?: number }
	/** Well-formed, but nothing in it. */
	| { kind: 'empty'; times?: number }

/** What one conversation gets; `prompt` is a pattern for the user's first message. */
export interface Script {
	prompt?: string
	turns: Turn[]
}

export interface Message {
	role: 'user' | 'assistant' | 'tool'
	text: string
	calls: { id: string; name: string; input: unknown }[]
}

/** A request of any protocol in one shape, as tests look at it. */
export interface ModelRequest {
	protocol: 'chat' | 'responses' | 'messages' | 'gemini'
	path: string
	model: string
	system: string
	messages: Message[]
	tools: string[]
	headers: Record<string, string>
	body: Record<string, unknown>
}

export type Scripted = Script | Script[] | ((request: ModelRequest) => Turn | undefined)

/** Finds the turn by the state of the conversation alone, so that a retried or resumed step gets the same answer. */
export function createPlayer(scripted: Scripted): (request: ModelRequest) => Turn {
	if (typeof scripted === 'function') return (request) => scripted(request) ?? { text: 'Nothing is scripted for this.' }
	const used = new Map<Turn, number>()
	const scripts = [scripted].flat()
	return (request) => {
		const first = request.messages.find(({ role }) => role === 'user')?.text ?? ''
		const script = scripts.find(({ prompt }) => prompt === undefined || new RegExp(prompt, 'is').test(first))
		const turn = script && (script.turns.find((candidate) => candidate.when && isNow(candidate, request)) ?? byNumber(script, request))
		if (!turn) return { text: 'Nothing is scripted for this.' }
		return worn(turn, used)
	}
}

function isNow({ when = {} }: Turn, { messages }: ModelRequest): boolean {
	const { answers, results, last } = when
	if (answers !== undefined && messages.filter(({ role }) => role === 'assistant').length !== answers) return false
	if (results !== undefined && messages.filter(({ role }) => role === 'tool').length !== results) return false
	return last === undefined || new RegExp(last, 'is').test(messages.at(-1)?.text ?? '')
}

function byNumber(script: Script, { messages }: ModelRequest): Turn | undefined {
	return script.turns.filter(({ when }) => !when)[messages.filter(({ role }) => role === 'assistant').length]
}

/** The turn, without its fault once that has happened often enough. */
function worn(turn: Turn, used: Map<Turn, number>): Turn {
	if (!turn.fault) return turn
	const count = (used.get(turn) ?? 0) + 1
	used.set(turn, count)
	return count <= (turn.fault.times ?? 1) ? turn : { ...turn, fault: undefined }
}
