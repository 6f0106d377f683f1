import { create } from 'zustand'
import { backOnlineEvent } from './wait.ts'

/** Whether the server serves another build than the one that runs here. */
export const usePageVersion = create<{ isOutdated: boolean }>(() => ({ isOutdated: false }))

/** A tab that is looked at again asks at most this often. */
const leastPauseMs = 5 * 60_000

/** The build hashes its files, so the name of the first script is the build's id. */
export function buildIdOf(html: string): string | undefined {
	return /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(html)?.[1]
}

/** Asks for the page itself (a 304, mostly) and compares. */
async function compare(own: string): Promise<void> {
	try {
		const reply = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } })
		const served = reply.ok ? buildIdOf(await reply.text()) : undefined
		if (served !== undefined && served !== own) usePageVersion.setState({ isOutdated: true })
	} catch (error) {
		console.debug('The page could not be compared with the one served', error)
	}
}

/** Looks when the server is back, when a part of the page is gone, and when the tab is looked at again; until stopped. */
export function followPageVersion(): () => void {
	const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
	if (!own) return () => {}
	const stop = new AbortController()
	let last = Date.now()
	const look = () => {
		last = Date.now()
		void compare(own)
	}
	const lookSeldom = () => document.visibilityState === 'visible' && Date.now() - last > leastPauseMs && look()
	for (const event of [backOnlineEvent, 'vite:preloadError']) addEventListener(event, look, { signal: stop.signal })
	document.addEventListener('visibilitychange', lookSeldom, { signal: stop.signal })
	return () => stop.abort()
}
