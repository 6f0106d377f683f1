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
const listeners = new Set<() => void>()

/** Declares a preference; the one way to keep something on this device. */
export function preference<T>(key: string, title: string, initial: T, clamp: (stored: unknown, initial: T) => T): Preference<T> {
	return { key, title, initial, clamp: (stored) => (stored === undefined || stored === null ? initial : clamp(stored, initial)) }
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
