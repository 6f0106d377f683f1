import type { AnyEndpoint } from '@drydock/contract'

export interface Addressed {
	url: string
	body: string | undefined
}

/** Turns an endpoint and its flat input into a URL and a body. */
export function address(base: string, endpoint: AnyEndpoint, input: Record<string, unknown>): Addressed {
	const rest = { ...input }
	const take = (name: string) => {
		const value = rest[name]
		delete rest[name]
		return value
	}
	const path = endpoint.path
		.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(name))))
		.replace(/\*$/, () => String(take('*') ?? '').split('/').map(encodeURIComponent).join('/'))
	const query = new URLSearchParams()
	for (const name of Object.keys(endpoint.query ?? {})) {
		const value = take(name)
		for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) query.append(name, String(item))
	}
	const search = query.size > 0 ? `?${query}` : ''
	return { url: base + path + search, body: endpoint.body ? JSON.stringify(rest) : undefined }
}
