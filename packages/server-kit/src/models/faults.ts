import { DrydockError } from '@drydock/contract'
import { APICallError } from 'ai'

/** A failed attempt in words for people, and whether another attempt makes sense. */
export interface ModelFault {
	error: DrydockError
	isRetryable: boolean
	retryAfterMs?: number
}

/** Nothing came from the model for too long. */
export class Stalled extends Error {
	override name = 'Stalled'
}

const tooLongStatuses = new Set([400, 413, 422])
/** How the providers say it; none has a code for it that the others share. */
const tooLong = /context.?(length|window)|maximum context|(prompt|input|request)( token count)?( is)? (too long|exceeds)|too many (input )?tokens|maximum number of tokens/i

/** Says what went wrong with a provider. `label` is its name as people know it; some providers repeat the `key` that they refuse. */
export function modelFault(cause: unknown, { label, model, key, hasBegun }: { label: string; model: string; key: string; hasBegun: boolean }): ModelFault {
	const said = (text: string) => short(key === '' ? text : text.replaceAll(key, '[secret]'))
	const known = unwrap(cause)
	if (known instanceof DrydockError) return { error: known, isRetryable: false }
	const fail = (code: string, message: string, more: { isRetryable: boolean; hint?: string; retryAfterMs?: number }): ModelFault => ({
		error: new DrydockError(502, `models.${code}`, message, { cause, hint: more.hint }),
		isRetryable: more.isRetryable,
		retryAfterMs: more.retryAfterMs,
	})
	if (cause instanceof Stalled) return fail('stalled', `${label} stopped answering: ${cause.message}`, { isRetryable: true })
	const status = APICallError.isInstance(cause) ? cause.statusCode : undefined
	const detail = APICallError.isInstance(cause) && status !== undefined ? `: ${said(cause.message)}` : ''
	const isLost = hasBegun || status === 200
	if (status === 401 || status === 403) return fail('wrong_key', `${label} refused the key${detail}`, { isRetryable: false, hint: 'Check the key in Settings.' })
	if (status === 402) return fail('no_credit', `${label} says that the account has no credit left${detail}`, { isRetryable: false })
	if (status === 404) return fail('unknown_model', `${label} does not know the model "${model}"${detail}`, { isRetryable: false, hint: 'Choose another model in Settings.' })
	if (status !== undefined && tooLongStatuses.has(status) && tooLong.test(detail)) return fail('too_long', `The conversation is longer than "${model}" can read${detail}`, { isRetryable: false, hint: 'Start a new task, or choose a model that reads more.' })
	if (status === 429) return fail('busy', `${label} is limiting requests${detail}`, { isRetryable: true, retryAfterMs: retryAfter(cause) })
	if (status !== undefined && (status >= 500 || status === 408)) return fail('unavailable', `${label} failed with HTTP ${status}${detail}`, { isRetryable: true, retryAfterMs: retryAfter(cause) })
	if (status !== undefined && status >= 400) return fail('refused', `${label} refused the request with HTTP ${status}${detail}`, { isRetryable: false })
	if (isLost) return fail('cut', `The answer of ${label} broke off`, { isRetryable: true })
	return fail('unreachable', `${label} could not be reached (${reasonOf(cause)})`, { isRetryable: true, hint: 'Check the network and the base URL in Settings.' })
}

/** Our own refusals arrive wrapped as the cause of a network error. */
function unwrap(error: unknown): unknown {
	for (let each = error; each instanceof Error; each = each.cause) if (each instanceof DrydockError) return each
	return undefined
}

function reasonOf(error: unknown): string {
	let reason = error
	while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
	if (!(reason instanceof Error)) return 'unknown reason'
	return short('code' in reason && typeof reason.code === 'string' ? reason.code : reason.message)
}

function short(text: string): string {
	return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}

function retryAfter(cause: unknown): number | undefined {
	const headers = APICallError.isInstance(cause) ? cause.responseHeaders : undefined
	const value = headers?.['retry-after']
	if (value === undefined) return undefined
	const seconds = Number(value)
	const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
	return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}
