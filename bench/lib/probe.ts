/** What must be seen: for each of them, a visible element that holds the text, if one is given. */
export type Seen = readonly { selector: string; text?: string }[]

export interface Probe {
	/** Milliseconds from the start of the load until each of these was seen. */
	readonly loads: Record<string, number>
	/** Milliseconds from the next key press or click until all of it is seen. */
	afterInput(seen: Seen): Promise<number>
	sees(seen: Seen): boolean
	/** How long tasks kept the page from answering: what each took beyond 50 ms. */
	blocking(): number
}

declare global {
	interface Window {
		bench: Probe
	}
}

/** Runs in the page before anything else; the same on both sides. */
export function installProbe(awaited: Record<string, Seen>) {
	const loads: Record<string, number> = {}
	const waiting = new Set<() => boolean>()
	let blocked = 0
	new PerformanceObserver((list) => {
		for (const { duration } of list.getEntries()) blocked += duration - 50
	}).observe({ type: 'longtask', buffered: true })

	// A change is seen when it is made, in the same task; a frame later it is painted, on both sides.
	const look = () => {
		for (const isDone of waiting) if (isDone()) waiting.delete(isDone)
	}
	new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })

	// Editors write spaces as no-break spaces.
	const textOf = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ')
	// The text first: asking for places makes the page lay itself out, which is dear while a terminal floods.
	const isSeen = (element: Element, text: string | undefined) => (text === undefined || textOf(element).includes(text)) && element.getClientRects().length > 0
	const sees = (seen: Seen) => seen.every(({ selector, text }) => [...document.querySelectorAll(selector)].some((element) => isSeen(element, text)))

	for (const [name, seen] of Object.entries(awaited))
		waiting.add(() => {
			if (!sees(seen)) return false
			loads[name] = performance.now()
			return true
		})
	window.bench = {
		loads,
		sees,
		blocking: () => blocked,
		afterInput: (seen) =>
			new Promise((resolve) => {
				const begin = ({ timeStamp }: Event) => {
					for (const type of ['pointerdown', 'keydown']) window.removeEventListener(type, begin, { capture: true })
					waiting.add(() => {
						if (!sees(seen)) return false
						resolve(performance.now() - timeStamp)
						return true
					})
				}
				for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, begin, { capture: true })
			}),
	}
}
