import { call, is } from '@drydock/contract'

/** spec/1 §7: the page looks for its backend at these paths, in this order. No project data, so nobody has to sign in. */
export const health = call({
	method: 'GET',
	path: '/health/healthz',
	aliases: ['/healthz', '/health', '/load', '/health/live'],
	summary: 'Whether the server answers.',
	scope: 'public',
	reply: is.object({ ok: is.flag(), status: is.text() }),
})

export const openapiDocument = call({ method: 'GET', path: '/openapi.json', summary: 'This description.', reply: is.anything() })
