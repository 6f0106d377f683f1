// The only code that touches localStorage: it may be full, disabled or cleared while the page is open.

/** Keys without a name of the specification live under this prefix. */
export const prefix = 'vt_'

const memory = new Map<string, string>()

function area(): Storage | undefined {
	try {
		return globalThis.localStorage
	} catch {
		return undefined
	}
}

export function readText(key: string): string | undefined {
	if (memory.has(key)) return memory.get(key)
	try {
		return area()?.getItem(key) ?? undefined
	} catch {
		return undefined
	}
}

/** Saves, or keeps it for as long as the page lives; says which. */
export function writeText(key: string, text: string | undefined): 'saved' | 'kept' {
	try {
		const store = area()
		if (!store) throw new TypeError('no storage')
		if (text === undefined) store.removeItem(key)
		else store.setItem(key, text)
		memory.delete(key)
		return 'saved'
	} catch {
		if (text === undefined) memory.delete(key)
		else memory.set(key, text)
		return 'kept'
	}
}

export function readJson(key: string): unknown {
	const text = readText(key)
	if (text === undefined) return undefined
	try {
		return JSON.parse(text)
	} catch {
		// The specification's keys hold bare words, such as a theme.
		return text
	}
}

export function writeJson(key: string, value: unknown): 'saved' | 'kept' {
	return writeText(key, value === undefined ? undefined : JSON.stringify(value))
}

/** Tells of changes made by other tabs. */
export function onStorage(listener: (key: string) => void): () => void {
	const hear = (event: StorageEvent) => event.key !== null && listener(event.key)
	addEventListener('storage', hear)
	return () => removeEventListener('storage', hear)
}
