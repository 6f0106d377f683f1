// The workspace's page and its windows: what asks or tells something does so in the one where the person is.

const inUse = ['focus', 'focusin', 'pointerdown', 'keydown']

let windows: readonly Document[] = []
let latest: Document | undefined
const listeners = new Set<() => void>()

/** The document of the window that was used last; the page's own while there is no other. Not `hasFocus`, which no window says while the browser is in the background. */
export function hostDocument(): Document {
	return latest ?? globalThis.document
}

/** The windows beside the page's own. */
export function hostWindows(): readonly Document[] {
	return windows
}

export function watchHostWindows(listener: () => void): () => void {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** Counts a window among them until it closes. */
export function addHostWindow(view: Window): void {
	const added = view.document
	const stop = new AbortController()
	const follow = (page: Document) => {
		for (const type of inUse) page.defaultView?.addEventListener(type, () => (latest = page), { capture: true, signal: stop.signal })
	}
	follow(globalThis.document)
	follow(added)
	view.addEventListener('pagehide', () => {
		stop.abort()
		if (latest === added) latest = undefined
		change(windows.filter((page) => page !== added))
	})
	change([...windows, added])
}

function change(next: readonly Document[]) {
	windows = next
	for (const listener of listeners) listener()
}
