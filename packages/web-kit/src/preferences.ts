import { useSyncExternalStore } from 'react'
import { onStorage, prefix, readJson, writeJson } from './storage.ts'

/** A declared preference: read, mended, used, saved. */
export interface Preference<T> {
	/** Stored as `vt_<key>` on this device. */
	key: string
	/** Shown in Settings and read by people: a few words. */
	title: string
	initial: T
	/** Turns whatever was stored, by whatever version, into a good value. */
	clamp(stored: unknown): T
}

const values = new Map<string, unknown>()
/** How to mend what another program writes; those of code that is not loaded yet are mended when it is. */
const clamps = new Map<string, (stored: unknown) => unknown>()
const listeners = new Set<() => void>()

/** Declares a preference; the one way to keep something on this device. */
export function preference<T>(key: string, title: string, initial: T, clamp: (stored: unknown, initial: T) => T): Preference<T> {
	const declared: Preference<T> = { key, title, initial, clamp: (stored) => (stored === undefined || stored === null ? initial : clamp(stored, initial)) }
	clamps.set(key, declared.clamp)
	return declared
}

export function readPreference<T>(preference: Preference<T>): T {
	if (!values.has(preference.key)) values.set(preference.key, preference.clamp(readJson(prefix + preference.key)))
	return values.get(preference.key) as T
}

export function writePreference<T>(preference: Preference<T>, value: T): void {
	const good = preference.clamp(value)
	values.set(preference.key, good)
	writeJson(prefix + preference.key, good)
	tell(preference.key)
}

/** Takes a preference from a program that knows only its key; one that nothing declares is ignored. */
export function receivePreference(key: string, value: unknown): void {
	const clamp = clamps.get(key)
	if (!clamp) return console.debug(`No preference is called ${key}`)
	const good = clamp(value)
	// Our own announcement comes back this way.
	if (JSON.stringify(good) === JSON.stringify(values.get(key))) return
	values.set(key, good)
	writeJson(prefix + key, good)
	tell(key)
}

/** A preference and its setter; every reader sees a change at once, in every tab. */
export function usePreference<T>(preference: Preference<T>): [T, (value: T) => void] {
	const value = useSyncExternalStore(watchPreferences, () => readPreference(preference))
	return [value, (next) => writePreference(preference, next)]
}

export function watchPreferences(listener: () => void): () => void {
	if (listeners.size === 0) stopHearing = onStorage(forget)
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
		if (listeners.size === 0) stopHearing()
	}
}

let stopHearing = () => {}

function forget(storedKey: string) {
	const key = storedKey.slice(prefix.length)
	values.delete(key)
	tell(key)
}

function tell(key: string) {
	for (const listener of listeners) listener()
	globalThis.dispatchEvent(new CustomEvent('vt:prefs:update', { detail: { key, value: values.get(key) } }))
}

/** For tests: forget what was read. */
export function resetPreferences(): void {
	values.clear()
}
