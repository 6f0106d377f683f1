import type * as engine from './engine.ts'

export type Engine = typeof engine

let loaded: Engine | undefined
let loading: Promise<Engine | undefined> | undefined

/** The rich editor, loaded once; undefined where it cannot run, and the plain text field takes its place. */
export function loadEngine(): Promise<Engine | undefined> {
	loading ??= load()
	return loading
}

/** The engine, when something has loaded it already. */
export function loadedEngine(): Engine | undefined {
	return loaded
}

async function load(): Promise<Engine | undefined> {
	// The engine places every character itself, so it needs to know when fonts are there.
	if (typeof FontFaceSet === 'undefined') return undefined
	try {
		loaded = await import('./engine.ts')
		return loaded
	} catch (error) {
		console.warn('The rich editor is unavailable, the plain one is used', error)
		return undefined
	}
}
