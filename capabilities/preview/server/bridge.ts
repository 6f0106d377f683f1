import { bridgePath, consoleLevels } from '../contract.ts'

/** Characters of one message that are told; the pane shows no more. */
const longestText = 2000
/** Messages told at a time; a page that says more in a tenth of a second is counted only. */
const mostAtOnce = 50
const gatherMs = 100

/**
 * The script in every previewed page: it tells the pane around it what the page writes to its console, what failed and where the page is,
 * and loads it anew on request. It runs among strangers, so it promises nothing, and it speaks to the product's page alone.
 */
export function bridgeScript(product: string): string {
	return `(() => {
	const product = ${JSON.stringify(product)}
	const around = location.ancestorOrigins
	if (parent === window || (around ? around[0] !== product : parent !== top)) return
	const mark = decodeURIComponent(document.currentScript?.dataset.mark ?? '')
	const tell = (message) => { try { parent.postMessage(message, product) } catch {} }
	let entries = [], dropped = 0, timer
	const flush = () => { timer = undefined; tell({ drydock: 'console', entries, dropped }); entries = []; dropped = 0 }
	const note = (level, text) => {
		if (entries.length < ${mostAtOnce}) entries.push({ level, text: String(text).slice(0, ${longestText}) })
		else dropped++
		timer ??= setTimeout(flush, ${gatherMs})
	}
	const textOf = (value) => {
		if (typeof value === 'string') return value
		if (value instanceof Error) return value.stack || String(value)
		if (value instanceof Element) return value.outerHTML.slice(0, 300)
		if (typeof value !== 'object' || value === null) return String(value)
		const seen = new Set()
		try { return JSON.stringify(value, (_, part) => { if (typeof part === 'bigint') return part + 'n'; if (typeof part === 'object' && part !== null) { if (seen.has(part)) return '[…]'; seen.add(part) } return part }) ?? String(value) } catch { return Object.prototype.toString.call(value) }
	}
	for (const level of ${JSON.stringify(consoleLevels.filter((level) => level !== 'blocked'))}) {
		const original = console[level]
		console[level] = (...values) => { try { note(level, values.map(textOf).join(' ')) } catch {} return original.apply(console, values) }
	}
	addEventListener('error', (event) => {
		if (event.target instanceof Element) note('error', 'Could not load ' + (event.target.src || event.target.href || event.target.tagName))
		else note('error', (event.error && event.error.stack) || event.message)
	}, true)
	addEventListener('unhandledrejection', ({ reason }) => note('error', 'Unhandled rejection: ' + textOf(reason)))
	addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => note('blocked', blockedURI + ' (' + effectiveDirective + ')'))
	addEventListener('message', ({ origin, data }) => { if (origin === product && data && data.drydock === 'reload') location.reload() })
	const here = () => tell({ drydock: 'page', url: location.href, title: document.title, mark })
	addEventListener('DOMContentLoaded', here)
	addEventListener('popstate', here)
	addEventListener('hashchange', here)
	for (const name of ['pushState', 'replaceState']) { const original = history[name]; history[name] = function (...values) { original.apply(this, values); here() } }
	here()
})()
`
}

const tagOf = (mark: string) => `<script src="${bridgePath}"${mark && ` data-mark="${encodeURIComponent(mark)}"`}></script>`
/** Where a document says what it is stands at its start. */
const headWithin = 64 * 1024

/** The document with the bridge as its first script; `mark` is the etag that it was sent with. */
export function withBridge(html: string, mark = ''): string {
	const start = html.slice(0, headWithin)
	const place = /<head(\s[^>]*)?>/i.exec(start) ?? /^\s*(<!--[^]*?-->\s*)*<!doctype[^>]*>/i.exec(start)
	const at = place ? place.index + place[0].length : 0
	return html.slice(0, at) + tagOf(mark) + html.slice(at)
}
