// Whether somebody can see this workspace: its page, or one of its windows.
const popouts = new Set<Document>()
/** Told on the main window when a popout shows or hides. */
const popoutEvent = 'vt:popout:seen'

export function isSeen(): boolean {
	return [document, ...popouts].some(({ visibilityState }) => visibilityState !== 'hidden')
}

/** A window of its own counts until it closes. */
export function addWindow(popout: Window): void {
	const page = popout.document
	const tell = () => void dispatchEvent(new Event(popoutEvent))
	popouts.add(page)
	page.addEventListener('visibilitychange', tell)
	popout.addEventListener('pagehide', () => {
		popouts.delete(page)
		tell()
	})
	tell()
}

/** Hears of each change until the signal. */
export function watchSeen(hear: () => void, signal: AbortSignal): void {
	document.addEventListener('visibilitychange', hear, { signal })
	addEventListener(popoutEvent, hear, { signal })
}

/** Waits until somebody looks, or throws the signal's reason. */
export async function untilSeen(signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted()
	if (isSeen()) return
	const over = new AbortController()
	const { promise, resolve, reject } = Promise.withResolvers<void>()
	watchSeen(() => isSeen() && resolve(), over.signal)
	signal?.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
	await promise.finally(() => over.abort())
}
