// Unsaved text, kept in the browser so that a crash costs at most a second of typing.
import { draftsName } from './has-drafts.ts'

export interface Draft {
	/** cwd and path, joined by a NUL. */
	key: string
	text: string
	/** What was on disk when the typing began. */
	etag: string
	/** Epoch milliseconds. */
	at: number
}

const storeName = 'drafts'
// Drafts of files that nobody opened for a month are litter.
const keptMs = 30 * 24 * 3600 * 1000

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
	opening ??= new Promise<IDBDatabase>((resolve, reject) => {
		const request = indexedDB.open(draftsName, 1)
		request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' })
		request.onsuccess = () => {
			resolve(request.result)
			void forgetOld(request.result)
		}
		request.onerror = () => reject(request.error ?? new Error('IndexedDB is not available'))
	})
	return opening
}

function done<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result)
		request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
	})
}

async function forgetOld(db: IDBDatabase): Promise<void> {
	const store = db.transaction(storeName, 'readwrite').objectStore(storeName)
	for (const draft of await done<Draft[]>(store.getAll())) if (Date.now() - draft.at > keptMs) store.delete(draft.key)
}

export interface Drafts {
	get(key: string): Promise<Draft | undefined>
	put(draft: Draft): Promise<void>
	remove(key: string): Promise<void>
	/** Of which files there are any. */
	keys(): Promise<string[]>
}

/** The browser's store; where it is missing or full, typing goes on without a safety net, said once in the console. */
export const browserDrafts: Drafts = {
	get: (key) => attempt(async () => done<Draft | undefined>((await open()).transaction(storeName).objectStore(storeName).get(key))),
	put: async (draft) => void (await attempt(async () => done((await open()).transaction(storeName, 'readwrite').objectStore(storeName).put(draft)))),
	keys: async () => ((await attempt(async () => done((await open()).transaction(storeName).objectStore(storeName).getAllKeys()))) ?? []).filter((key) => typeof key === 'string'),
	remove: async (key) => void (await attempt(async () => done((await open()).transaction(storeName, 'readwrite').objectStore(storeName).delete(key)))),
}

let isTold = false

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work()
	} catch (error) {
		if (!isTold) console.warn('Unsaved text cannot be kept in this browser', error)
		isTold = true
		return undefined
	}
}
