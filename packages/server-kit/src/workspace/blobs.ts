import { createReadStream, mkdirSync } from 'node:fs'
import { access, open, opendir, readFile, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { hashOf } from './disk.ts'
import { historyFault } from './faults.ts'

/** Contents by their SHA-256, each a file of its own: writing one twice costs nothing, and a torn one can be told. */
export interface Blobs {
	put(bytes: Buffer): Promise<string>
	/** The content of a file whose hash is known. */
	putFile(file: string, hash: string): Promise<void>
	has(hash: string): Promise<boolean>
	get(hash: string): Promise<Buffer | undefined>
	all(): AsyncIterable<{ hash: string; size: number }>
	remove(hash: string): Promise<void>
}

export function createBlobs(dir: string): Blobs {
	const folders = new Set<string>()
	let temporary = 0

	function fileOf(hash: string): string {
		const folder = path.join(dir, hash.slice(0, 2))
		if (!folders.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
		folders.add(folder)
		return path.join(folder, hash.slice(2))
	}

	const has = (hash: string) => access(fileOf(hash)).then(() => true, () => false)

	async function keep(file: string, bytes: Buffer | Readable): Promise<void> {
		const temp = `${file}.${process.pid}-${++temporary}`
		try {
			await using handle = await open(temp, 'wx', 0o600)
			await handle.writeFile(bytes)
		} catch (error) {
			await unlink(temp).catch(() => undefined)
			throw error
		}
		await rename(temp, file)
	}

	async function putOnce(hash: string, content: () => Buffer | Readable): Promise<void> {
		try {
			if (!(await has(hash))) await keep(fileOf(hash), content())
		} catch (error) {
			throw historyFault(error)
		}
	}

	return {
		has,
		async put(bytes) {
			const hash = hashOf(bytes)
			await putOnce(hash, () => bytes)
			return hash
		},
		putFile: (file, hash) => putOnce(hash, () => createReadStream(file)),
		async get(hash) {
			const bytes = await readFile(fileOf(hash)).catch(() => undefined)
			return bytes && hashOf(bytes) === hash ? bytes : undefined
		},
		async *all() {
			mkdirSync(dir, { recursive: true, mode: 0o700 })
			for await (const folder of await opendir(dir)) {
				if (!folder.isDirectory() || folder.name.length !== 2) continue
				for await (const file of await opendir(path.join(dir, folder.name))) {
					const info = await stat(path.join(dir, folder.name, file.name)).catch(() => undefined)
					if (info) yield { hash: folder.name + file.name, size: info.size }
				}
			}
		},
		remove: (hash) => unlink(fileOf(hash)).catch(() => undefined),
	}
}
