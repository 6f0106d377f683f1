import { DrydockError } from '@drydock/contract'

const known: Record<string, [status: number, code: string, message: string]> = {
	FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'Send the body as application/json'],
	FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The request is larger than this call accepts'],
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'validation', 'The body does not have the length it declares'],
	FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'validation', 'The body is empty'],
	FST_ERR_CTP_INVALID_JSON_BODY: [400, 'validation', 'The body is not valid JSON'],
}

/** What of an error may be told: ours as it is, the framework's by its code, everything else as "Something went wrong". */
export function toFault(error: unknown): DrydockError {
	if (error instanceof DrydockError) return error
	const { code, statusCode } = error as { code?: string; statusCode?: number }
	const [status, word, message] = known[code ?? ''] ?? (error instanceof SyntaxError || statusCode === 400 ? [400, 'validation', 'The request cannot be read'] : [500, 'internal', 'Something went wrong on the server'])
	return new DrydockError(status, word, message, { cause: error, hint: status === 500 ? 'The log says more.' : undefined })
}
