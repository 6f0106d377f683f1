/** The names under which this server may be reached (SECURITY §1: exact Host and Origin lists). */
export interface Places {
	/** The product's own name, e.g. `drydock-1f2e3d4c.localhost:8000`: cookies and storage of other ports stay out. */
	readonly product: string
	/** Every name of other people's content, as a source for a Content-Security-Policy. All of them lead to this server. */
	readonly contentSource: string
	/** A name of other people's content; the API refuses it. */
	contentHost(label: string): string
	/** The label of a content name. */
	contentLabel(host: string): string | undefined
	hostKind(host: string): 'own' | 'content' | 'foreign'
	isOwnOrigin(origin: string): boolean
}

/** What kind of content it is, and 128 bits that nobody guesses: the name is the ticket. */
const contentLabels = /^[a-z]+-[0-9a-f]{32}$/

export function places(id: string, address: { host: string; port: number }): Places {
	const { port } = address
	const product = `drydock-${id}.localhost:${port}`
	const own = new Set([`127.0.0.1:${port}`, `localhost:${port}`, product, ...(isLoopback(address.host) ? [] : [`${address.host}:${port}`])])
	const origins = new Set([`http://127.0.0.1:${port}`, `http://${product}`])
	const tail = `.localhost:${port}`

	function contentLabel(host: string): string | undefined {
		const name = host.toLowerCase()
		const label = name.slice(0, -tail.length)
		return name.endsWith(tail) && contentLabels.test(label) ? label : undefined
	}

	return {
		product,
		contentSource: `http://*${tail}`,
		contentHost: (label) => label + tail,
		contentLabel,
		hostKind(host) {
			if (own.has(host.toLowerCase())) return 'own'
			return contentLabel(host) === undefined ? 'foreign' : 'content'
		},
		isOwnOrigin: (origin) => origins.has(origin),
	}
}

export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
