import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Small pictures on disk by what they show. The oldest unused ones go when there are too many bytes. */
export interface ThumbnailCache {
	get(key: string): Promise<Buffer | undefined>
	put(key: string, bytes: Buffer): Promise<void>
}

/** About 20,000 pictures. */
const defaultMostBytes = 256 * 2 ** 20
/** How often the folder is measured: after so many new pictures. */
const everyPuts = 200

export function createCache(folder: string, { mostBytes = defaultMostBytes, trimEvery = everyPuts } = {}): ThumbnailCache {
	let puts = 0
	const fileOf = (key: string) => path.join(folder, `${createHash('sha256').update(key).digest('hex')}.webp`)

	async function trim() {
		const names = await readdir(folder)
		const files = await Promise.all(names.map(async (name) => ({ file: path.join(folder, name), info: await stat(path.join(folder, name)).catch(() => undefined) })))
		const known = files.flatMap(({ file, info }) => (info ? [{ file, size: info.size, used: info.mtimeMs }] : [])).toSorted((a, b) => b.used - a.used)
		let total = 0
		for (const { file, size } of known) {
			total += size
			if (total > mostBytes) await rm(file, { force: true })
		}
	}

	return {
		async get(key) {
			const bytes = await readFile(fileOf(key)).catch(() => undefined)
			const now = new Date()
			// When it was last wanted.
			if (bytes) void utimes(fileOf(key), now, now).catch(() => undefined)
			return bytes
		},
		async put(key, bytes) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			const temporary = `${fileOf(key)}.${process.pid}-${++puts}`
			await writeFile(temporary, bytes, { mode: 0o600 })
			await rename(temporary, fileOf(key))
			if (puts % trimEvery === 0) await trim()
		},
	}
}
