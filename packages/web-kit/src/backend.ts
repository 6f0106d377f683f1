// Where the server is, and whether it answers (spec/1 §7).

/** In this order; the first that answers like a program and not like a web page wins. */
const healthPaths = ['/health/healthz', '/healthz', '/health', '/load'] as const
/** spec: health check timeout */
const timeoutMs = 3000

/**
 * The base address of all calls: a build setting, else the page's own origin, where a host `app.…` has its server at `api.…`.
 * The page's own origin is the empty text. An address without a host, or with the placeholder `{ip}`, is ignored (spec/1 §5).
 */
export function apiBase({ protocol, host, origin }: Pick<Location, 'protocol' | 'host' | 'origin'>, setting: string | undefined): string {
	const set = setting?.includes('{ip}') || !URL.canParse(setting ?? '') ? undefined : new URL(setting ?? '')
	if (set && set.host !== '' && set.origin !== origin) return set.origin
	return host.startsWith('app.') ? `${protocol}//api.${host.slice('app.'.length)}` : ''
}

/** The health address that answers, if one does. */
export async function findBackend(base: string, { fetch = globalThis.fetch, signal }: { fetch?: typeof globalThis.fetch; signal?: AbortSignal } = {}): Promise<string | undefined> {
	for (const path of healthPaths) {
		const limit = AbortSignal.timeout(timeoutMs)
		try {
			const reply = await fetch(base + path, { cache: 'no-store', signal: signal ? AbortSignal.any([signal, limit]) : limit })
			await reply.body?.cancel()
			if (reply.ok && !reply.headers.get('content-type')?.includes('html')) return path
		} catch (error) {
			signal?.throwIfAborted()
			console.debug(`${path} does not answer`, error)
		}
	}
	return undefined
}
