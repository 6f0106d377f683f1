import { DrydockError } from '@drydock/contract'
import type { FastifyRequest } from 'fastify'

// A form of ours has a file and a few words.
const mostParts = 20

/** The fields of a multipart body, read by the platform's own parser. The body's size was bounded before. */
export async function readForm(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
	if (!request.routeOptions.config.endpoint?.isForm) throw new DrydockError(415, 'unsupported_media_type', 'Send the body as application/json')
	const type = request.headers['content-type'] ?? ''
	const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch((error: unknown) => {
		throw new DrydockError(400, 'validation', 'The form cannot be read', { hint: 'Send it as multipart/form-data.', cause: error })
	})
	const fields = [...form]
	if (fields.length > mostParts) throw new DrydockError(413, 'too_large', `The form has more than ${mostParts} parts`)
	return Object.fromEntries(fields)
}
