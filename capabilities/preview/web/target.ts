/** What the preview shows; kept with its tab. */
export interface Target {
	source: 'files' | 'port'
	cwd: string
	/** From `cwd`, or on the server. */
	path: string
	port: number
}

type Given = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const portIn = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536 ? value : undefined)

/** `vt:browserPreview:navigate` and the command take a path and its folder, a port, or an address on this machine. */
export function configFrom(given: Given): Given {
	const url = text(given['url'])
	const local = url === undefined ? undefined : localAddress(url)
	if (local) return { source: 'port', ...local }
	const port = portIn(given['port'])
	const path = text(given['path']) ?? text(given['file']) ?? (url !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(url) ? url : undefined)
	const cwd = text(given['cwd'])
	if (port !== undefined) return { source: 'port', port, path: path ?? '/' }
	if (path === undefined) return {}
	return { source: 'files', path: path.replace(/^\/+/, ''), ...(cwd !== undefined && { cwd }) }
}

/** A server on this machine; addresses elsewhere are for the browser itself. */
export function localAddress(typed: string): { port: number; path: string } | undefined {
	const match = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)?:(\d{1,5})(\/.*)?$/i.exec(typed.trim())
	const port = portIn(Number(match?.[1]))
	return port === undefined ? undefined : { port, path: match?.[2] ?? '/' }
}

/** A stored configuration as a good target. */
export function targetOf(config: Given, cwd: string): Target {
	return {
		source: config['source'] === 'port' ? 'port' : 'files',
		cwd: text(config['cwd']) || cwd,
		path: text(config['path']) ?? '',
		port: portIn(config['port']) ?? 5173,
	}
}

/** Where a target lies under its name. */
export function addressOf(origin: string, { source, path }: Target): string {
	const [way = '', rest = ''] = split(path)
	const encoded = way.split('/').map(encodeURIComponent).join('/').replace(/^\/+/, '')
	return source === 'port' ? `${origin}/${path.replace(/^\/+/, '')}` : `${origin}/fs/preview/${encoded}${rest}`
}

/** The path that an address of the page means, as it is typed; undefined for other origins. */
export function pathIn(origin: string, url: string, source: Target['source']): string | undefined {
	if (!url.startsWith(`${origin}/`)) return undefined
	const rest = url.slice(origin.length + 1)
	if (source === 'port') return `/${rest}`
	const [way = '', tail = ''] = split(rest.replace(/^fs\/preview\//, ''))
	try {
		return decodeURIComponent(way) + tail
	} catch {
		return undefined
	}
}

/** A path without its query and fragment, and those. */
function split(path: string): [string, string] {
	const at = path.search(/[?#]/)
	return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)]
}

/** The file behind a path. */
export function fileOf(path: string): string {
	return split(path)[0]
}
