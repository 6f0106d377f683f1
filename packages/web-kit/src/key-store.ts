/** What a page keeps of its session: a name and a key that signs but cannot be copied out of the browser. */
export interface SavedSession {
	session: string
	key: CryptoKey
}

export interface KeyStore {
	load(): Promise<SavedSession | undefined>
	save(saved: SavedSession | undefined): Promise<void>
}

const database = 'drydock'
const table = 'session'
const only = 'current'

/** Keeps the session in IndexedDB, the one place that stores a non-extractable key; without it the session lasts as long as the page. */
export function browserKeyStore(): KeyStore {
	let memory: SavedSession | undefined
	// At once: a new profile takes longer to make its database than the server to answer.
	const opening = openDatabase()
	opening.catch((error: unknown) => console.debug('This browser keeps no session', error))
	return {
		async load() {
			if (memory) return memory
			const kept = await opening.then((db) => inStore(db, 'readonly', (store) => store.get(only))).catch(() => undefined)
			return isSaved(kept) ? (memory = kept) : undefined
		},
		async save(saved) {
			memory = saved
			const writing = opening.then((db) => inStore(db, 'readwrite', (store) => (saved ? store.put(saved, only) : store.delete(only))))
			await writing.catch(() => undefined)
		},
	}
}

function isSaved(value: unknown): value is SavedSession {
	return typeof value === 'object' && value !== null && 'session' in value && typeof value.session === 'string' && 'key' in value && value.key instanceof CryptoKey
}

function openDatabase(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const opening = indexedDB.open(database, 1)
		opening.onupgradeneeded = () => opening.result.createObjectStore(table)
		opening.onerror = () => reject(opening.error)
		opening.onsuccess = () => {
			// "Clear site data" waits for nobody.
			opening.result.onversionchange = () => opening.result.close()
			resolve(opening.result)
		}
	})
}

/** Settles when the change is kept, not when it was asked for. */
function inStore(db: IDBDatabase, mode: IDBTransactionMode, act: (store: IDBObjectStore) => { readonly result: unknown }): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const transaction = db.transaction(table, mode)
		const asked = act(transaction.objectStore(table))
		transaction.oncomplete = () => resolve(asked.result)
		transaction.onerror = () => reject(transaction.error)
		transaction.onabort = () => reject(transaction.error)
	})
}
