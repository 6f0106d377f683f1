// What people drop: everything in it was written elsewhere, so it is taken apart and nothing of it is run.

/** One thing that was dropped. */
export type Dropped = { kind: 'pane'; component: string; title?: string } | { kind: 'file'; path: string; cwd?: string; title?: string } | { kind: 'link'; url: string; title?: string }

/** What `DataTransfer` offers of itself. */
export interface DropSource {
	types: readonly string[]
	getData(type: string): string
}

/** Our own panes and files name themselves with it. */
export const assetType = 'application/x-drydock-asset'
const jsonTypes = [assetType, 'application/json']
/** More is not a drop that someone made by hand. */
const mostDropped = 50
const longestText = 64 * 1024
const longestPath = 4096

/** Whether something might be dropped here; while it is dragged only the types can be read. */
export function mayBeDropped({ types }: Pick<DropSource, 'types'>): boolean {
	return types.some((type) => jsonTypes.includes(type) || type === 'text/uri-list' || type === 'text/plain')
}

/** spec/3 §5, drop payload: an asset or JSON with path or component, a list of addresses, or text that names a pane, a path or a link. */
export function readDrop(source: DropSource): Dropped[] {
	const json = jsonTypes.flatMap((type) => fromJson(textOf(source, type)))
	if (json.length > 0) return json
	const listed = linesOf(textOf(source, 'text/uri-list')).flatMap(fromAddress)
	if (listed.length > 0) return listed
	const text = textOf(source, 'text/plain')
	const written = fromJson(text)
	return written.length > 0 ? written : linesOf(text).flatMap(fromLine)
}

function textOf(source: DropSource, type: string): string {
	return source.getData(type).slice(0, longestText).trim()
}

/** A list of addresses may carry remarks (RFC 2483). */
function linesOf(text: string): string[] {
	return text
		.split(/\r?\n/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('#'))
		.slice(0, mostDropped)
}

function fromJson(text: string): Dropped[] {
	if (!/^[[{]/.test(text)) return []
	try {
		const value: unknown = JSON.parse(text)
		return (Array.isArray(value) ? value : [value]).slice(0, mostDropped).flatMap(fromRecord)
	} catch {
		return []
	}
}

function fromRecord(value: unknown): Dropped[] {
	if (typeof value !== 'object' || value === null) return []
	const field = (name: string): string | undefined => {
		const text: unknown = Object.entries(value).find(([key]) => key === name)?.[1]
		return typeof text === 'string' && text.trim() !== '' && text.length <= longestPath ? text : undefined
	}
	const title = field('title')?.slice(0, 200)
	const component = field('component')
	if (component !== undefined) return fromPane(component, title)
	const path = field('path')
	return path === undefined ? [] : fromPath(path, { cwd: field('cwd'), title })
}

function fromLine(line: string): Dropped[] {
	if (line.startsWith('pane:')) return fromPane(line.slice('pane:'.length).trim())
	if (/^[a-z][a-z\d+.-]+:\/\//i.test(line)) return fromAddress(line)
	return /[/\\]/.test(line) ? fromPath(line) : []
}

function fromPane(component: string, title?: string): Dropped[] {
	return /^[\w-]{1,100}$/.test(component) ? [{ kind: 'pane', component, ...(title !== undefined && { title }) }] : []
}

/** Control characters hide what a path says. */
function fromPath(path: string, { cwd, title }: { cwd?: string; title?: string } = {}): Dropped[] {
	// oxlint-disable-next-line no-control-regex -- that is what is looked for
	if (path.length > longestPath || /[\u0000-\u001f\u007f]/.test(path)) return []
	if (/^[a-z][a-z\d+.-]*:/i.test(path) && !/^[a-z]:[/\\]/i.test(path)) return fromAddress(path)
	return [{ kind: 'file', path: path.replaceAll('\\', '/'), ...(cwd !== undefined && { cwd }), ...(title !== undefined && { title }) }]
}

/** Only what a click may open: web pages, and files by their path. */
function fromAddress(text: string): Dropped[] {
	if (!URL.canParse(text) || text.length > longestPath) return []
	const { protocol, href, pathname } = new URL(text)
	if (protocol === 'http:' || protocol === 'https:') return [{ kind: 'link', url: href }]
	return protocol === 'file:' ? fromPath(decoded(pathname)) : []
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path)
	} catch {
		return path
	}
}
