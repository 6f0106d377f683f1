import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'
import type { Author, Workspace } from '../workspace/index.ts'

export interface MemoryFile {
	id: string
	text: string
	etag: string
	mtime: number
}

/** A folder of Markdown files. */
export interface MemoryFiles {
	list(most: number): Promise<MemoryFile[]>
	read(id: string): Promise<MemoryFile | undefined>
	/** 409 `conflict` when something else stands there than expected. */
	write(id: string, text: string, expected: string | undefined): Promise<void>
	remove(id: string): Promise<void>
}

/** Beside other files that tell agents what to do: agents may write there only when a person agrees. */
const projectFolder = '.agents/memory'
/** A note is a few sentences; a larger file is something else. */
export const longestNote = 20_000
const goodId = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u
const ending = '.md'

function checkId(id: string): string {
	if (!goodId.test(id)) throw new DrydockError(400, 'validation', 'That is not the name of a memory note')
	return id
}

function idsIn(names: readonly string[], most: number): string[] {
	return names.filter((name) => name.endsWith(ending) && goodId.test(name.slice(0, -ending.length))).slice(0, most).map((name) => name.slice(0, -ending.length))
}

/** In the project itself: shared with whoever shares the project, and in its history. */
export function projectFiles(workspace: Workspace, cwd: string, author: Author): MemoryFiles {
	const fileOf = (id: string) => `${projectFolder}/${checkId(id)}${ending}`
	const read = async (id: string): Promise<MemoryFile | undefined> => {
		const file = await unlessGone(workspace.read(cwd, fileOf(id), { maxBytes: longestNote }))
		return file?.text === undefined ? undefined : { id, text: file.text, etag: file.etag, mtime: file.mtime }
	}
	return {
		read,
		async list(most) {
			const listing = await unlessGone(workspace.list(cwd, projectFolder, { limit: most }))
			const names = listing?.entries.filter(({ folder }) => !folder).map(({ name }) => name) ?? []
			const files = await Promise.all(idsIn(names, most).map((id) => read(id).catch(() => undefined)))
			return files.filter((file) => file !== undefined)
		},
		async write(id, text, expected) {
			await workspace.makeFolder(cwd, projectFolder, author)
			await workspace.write({ cwd, path: fileOf(id), content: text, expected }, author)
		},
		remove: async (id) => void (await unlessGone(workspace.remove(cwd, fileOf(id), author))),
	}
}

async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
	return found.catch((error: unknown) => {
		if (error instanceof DrydockError && error.status === 404) return undefined
		throw error
	})
}

/** In the data folder, out of reach of every agent and command. */
export function userFiles(dataDir: string): MemoryFiles {
	const folder = path.join(dataDir, 'memory')
	const fileOf = (id: string) => path.join(folder, checkId(id) + ending)
	const etagOf = (text: string) => createHash('sha256').update(text).digest('hex')
	const read = async (id: string): Promise<MemoryFile | undefined> => {
		const file = fileOf(id)
		try {
			const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
			return { id, text, etag: etagOf(text), mtime: mtimeMs }
		} catch (error) {
			if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
			throw error
		}
	}
	return {
		read,
		async list(most) {
			const names = await readdir(folder).catch(() => [])
			const files = await Promise.all(idsIn(names, most).map((id) => read(id)))
			return files.filter((file) => file !== undefined)
		},
		async write(id, text, expected) {
			const now = await read(id)
			if (expected !== undefined && expected !== (now?.etag ?? 'absent')) throw new DrydockError(409, 'conflict', 'That memory note was changed in another window', { details: { etag: now?.etag, content: now?.text } })
			await mkdir(folder, { recursive: true, mode: 0o700 })
			const temporary = path.join(folder, `.${randomUUID()}.tmp`)
			await writeFile(temporary, text, { mode: 0o600 })
			await rename(temporary, fileOf(id))
		},
		remove: (id) => rm(fileOf(id), { force: true }),
	}
}
