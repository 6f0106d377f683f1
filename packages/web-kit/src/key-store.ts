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
	return {
		async load() {
			memory ??= await inStore('readonly', (store) => store.get(only)).catch(() => undefined)
			return isSaved(memory) ? memory : undefined
		},
		async save(saved) {
			memory = saved
			const writing = saved ? inStore('readwrite', (store) => store.put(saved, only)) : inStore('readwrite', (store) => store.delete(only))
			await writing.catch(() => undefined)
		},
	}
}

function isSaved(value: SavedSession | undefined): boolean {
	return typeof value === 'object' && typeof value.session === 'string' && value.key instanceof CryptoKey
}

function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const opening = indexedDB.open(database, 1)
		opening.onupgradeneeded = () => opening.result.createObjectStore(table)
		opening.onerror = () => reject(opening.error)
		opening.onsuccess = () => {
			const db = opening.result
			const asked = act(db.transaction(table, mode).objectStore(table))
			asked.onsuccess = () => resolve(asked.result)
			asked.onerror = () => reject(asked.error)
			asked.transaction?.addEventListener('complete', () => db.close())
		}
	})
}
