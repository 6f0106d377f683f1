import { call, file, is, type Static } from '@drydock/contract'

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

const count = is.integer()

export const ServerState = is.object({
	version: is.text(),
	node: is.text(),
	platform: is.text(),
	uptime_s: count,
	/** Bytes. */
	memory: is.object({ rss: count, heap_used: count, heap_total: count, external: count }),
	/** How late timers come; absent until it was measured for a moment. */
	event_loop: is.maybe(is.object({ p50_ms: is.number(), p99_ms: is.number(), max_ms: is.number() })),
	/** What is open now: `streams`, `sockets`, `watches`, `terminals`. */
	open: is.record(count),
	/** What the product's own checks said last, where they ran on this machine. */
	bench: is.maybe(is.object({ date: is.text(), figures: count, held: count, missed: is.list(is.text()) })),
	chaos: is.maybe(is.object({ date: is.text(), passed: count, failed: count })),
})
export type ServerState = Static<typeof ServerState>

export const serverState = call({ method: 'GET', path: '/diagnostics/state', summary: 'How the server is doing.', reply: ServerState })

/** For people who help: state, the last log lines and runs without their content. Every known secret is taken out. */
export const supportBundle = file({ method: 'GET', path: '/diagnostics/bundle', summary: 'A support bundle as JSON, with secrets taken out.' })
