/** What a failure says to the other side (DESIGN "Error": one class, one wire shape). */
export interface Fault {
	status: number
	/** Stable word: the specification's where it gives one, else `capability.reason`. */
	code: string
	message: string
	hint?: string
	details?: unknown
}

/** The one wire shape. The specification's readers look at error, message, detail and reason. */
export interface FaultBody {
	ok: false
	code: string
	error: string
	message: string
	detail: string
	hint?: string
	details?: unknown
}

interface More {
	hint?: string
	details?: unknown
	cause?: unknown
}

/** The only error that crosses the wire. Its code is stable, its message is a sentence for people. */
export class DrydockError extends Error implements Fault {
	override name = 'DrydockError'
	readonly status: number
	readonly code: string
	readonly hint?: string
	readonly details?: unknown

	constructor(status: number, code: string, message: string, more: More = {}) {
		super(message, { cause: more.cause })
		this.status = status
		this.code = code
		this.hint = more.hint
		this.details = more.details
	}
}

export function faultBody(fault: Fault): FaultBody {
	const { code, message, hint, details } = fault
	return { ok: false, code, error: message, message, detail: message, hint, details }
}

/** Reads any server's failure the way the specification asks (spec/1 §8): first of error, message, detail, reason. */
export function faultFrom(status: number, body: unknown): DrydockError {
	const record = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
	if (!record) return new DrydockError(status, 'unknown', `HTTP ${status}`)
	const message = [record['error'], record['message'], record['detail'], record['reason']].find((value) => typeof value === 'string' && value !== '')
	const code = record['code'] ?? record['error_code']
	return new DrydockError(status, typeof code === 'string' ? code : 'unknown', typeof message === 'string' ? message : 'Request failed', {
		hint: typeof record['hint'] === 'string' ? record['hint'] : undefined,
		details: record['details'] ?? record['data'],
	})
}
