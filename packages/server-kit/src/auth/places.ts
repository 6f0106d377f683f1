/** The names under which this server may be reached (SECURITY §1: exact Host and Origin lists). */
export interface Places {
	/** The product's own name, e.g. `drydock-1f2e3d4c.localhost:8000`: cookies and storage of other ports stay out. */
	readonly product: string
	/** Where other people's content is served; the API refuses it. */
	readonly content: string
	hostKind(host: string): 'own' | 'content' | 'foreign'
	isOwnOrigin(origin: string): boolean
}

export function places(id: string, address: { host: string; port: number }): Places {
	const { port } = address
	const product = `drydock-${id}.localhost:${port}`
	const content = `content-${id}.localhost:${port}`
	const own = new Set([`127.0.0.1:${port}`, `localhost:${port}`, product, ...(isLoopback(address.host) ? [] : [`${address.host}:${port}`])])
	const origins = new Set([`http://127.0.0.1:${port}`, `http://${product}`])
	return {
		product,
		content,
		hostKind(host) {
			const name = host.toLowerCase()
			if (own.has(name)) return 'own'
			return name === content ? 'content' : 'foreign'
		},
		isOwnOrigin: (origin) => origins.has(origin),
	}
}

export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
