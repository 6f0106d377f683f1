import { createHash } from 'node:crypto'
import { DrydockError } from '@drydock/contract'
import type { Settings } from '../settings/index.ts'
import type { Author, Workspace } from '../workspace/index.ts'
import { projectFiles, userFiles, type MemoryFile, type MemoryFiles } from './files.ts'

export const memoryScopes = ['user', 'project'] as const
export type MemoryScope = (typeof memoryScopes)[number]

/** A thing to remember: one Markdown file. */
export interface MemoryNote {
	/** The file's name without `.md`. */
	id: string
	scope: MemoryScope
	text: string
	etag: string
	/** Epoch milliseconds. */
	updated_at: number
	/** False when a project's file is not as a person here wrote or accepted it: then agents do not read it. */
	accepted: boolean
}

export interface MemoryPlace {
	scope: MemoryScope
	/** The project's folder; the user's own notes need none. */
	cwd: string
}

/** What people want agents to remember: plain Markdown files, read by agents when that is switched on. */
export interface Memory {
	list(cwd: string): Promise<MemoryNote[]>
	add(place: MemoryPlace, text: string): Promise<MemoryNote>
	change(place: MemoryPlace, id: string, text: string, expected?: string): Promise<MemoryNote>
	remove(place: MemoryPlace, id: string): Promise<void>
	/** Lets agents read a file of the project as it was seen; 409 `conflict` when it has changed since. */
	accept(place: MemoryPlace, id: string, etag: string): Promise<MemoryNote>
	switches(cwd: string): Promise<Record<MemoryScope, boolean>>
	setSwitch(place: MemoryPlace, isOn: boolean): Promise<void>
	/** The part of the prompt, or undefined when there is nothing to say. */
	forAgents(cwd: string): Promise<string | undefined>
}

/** A prompt has better uses for more than this; what does not fit is left out by whole notes. */
const mostCharacters = 24_000
/** Notes of one scope. */
const mostNotes = 500

export function createMemory({ workspace, settings, dataDir }: { workspace: Workspace; settings: Settings; dataDir: string }): Memory {
	const own = userFiles(dataDir)
	const you: Author = { kind: 'user', label: 'You (memory)' }
	const filesOf = ({ scope, cwd }: MemoryPlace): MemoryFiles => (scope === 'user' ? own : projectFiles(workspace, cwd, you))
	// By the folder itself, however it was named: `/sandbox` or its real path.
	const keyOf = (name: string, { scope, cwd }: MemoryPlace) => (scope === 'user' ? `memory.${name}.user` : `memory.${name}:${workspace.resolve(cwd).absolute}`)

	async function accepted(place: MemoryPlace): Promise<Record<string, string>> {
		const stored = await settings.get(keyOf('accepted', place))
		return typeof stored === 'object' && stored !== null ? Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : {}
	}
	async function markAccepted(place: MemoryPlace, id: string, text: string | undefined) {
		if (place.scope === 'user') return
		const { [id]: _, ...others } = await accepted(place)
		await settings.set(keyOf('accepted', place), text === undefined ? others : { ...others, [id]: hashOf(text) })
	}
	async function notesOf(place: MemoryPlace): Promise<MemoryNote[]> {
		const [files, known] = await Promise.all([filesOf(place).list(mostNotes), accepted(place)])
		return files.map((file) => noteOf(place, file, known)).toSorted((a, b) => b.updated_at - a.updated_at)
	}
	async function one(place: MemoryPlace, id: string): Promise<MemoryNote> {
		const file = await filesOf(place).read(id)
		if (!file) throw new DrydockError(404, 'not_found', 'That memory note is gone', { hint: 'Somebody may have deleted it.' })
		return noteOf(place, file, await accepted(place))
	}
	async function write(place: MemoryPlace, id: string, text: string, expected: string | undefined): Promise<MemoryNote> {
		await filesOf(place).write(id, text, expected)
		await markAccepted(place, id, text)
		return one(place, id)
	}
	const switches = async (cwd: string) => ({
		user: (await settings.get(keyOf('on', { scope: 'user', cwd }))) === true,
		project: (await settings.get(keyOf('on', { scope: 'project', cwd }))) === true,
	})

	return {
		switches,
		list: async (cwd) => (await Promise.all(memoryScopes.map((scope) => notesOf({ scope, cwd })))).flat(),
		async add(place, text) {
			const taken = new Set((await filesOf(place).list(mostNotes)).map(({ id }) => id))
			if (taken.size >= mostNotes) throw new DrydockError(409, 'memory.full', `There are ${mostNotes} memory notes already`, { hint: 'Delete some that are no longer needed.' })
			const name = nameFor(text)
			const id = [name, ...Array.from({ length: mostNotes }, (_, index) => `${name}-${index + 2}`)].find((each) => !taken.has(each)) ?? name
			return write(place, id, text, 'absent')
		},
		change: (place, id, text, expected) => write(place, id, text, expected),
		async remove(place, id) {
			await filesOf(place).remove(id)
			await markAccepted(place, id, undefined)
		},
		async accept(place, id, etag) {
			const { text, etag: now } = await one(place, id)
			if (now !== etag) throw new DrydockError(409, 'conflict', 'That memory note has changed since it was shown', { hint: 'Look at it again.' })
			await markAccepted(place, id, text)
			return one(place, id)
		},
		setSwitch: (place, isOn) => settings.set(keyOf('on', place), isOn || undefined),
		async forAgents(cwd) {
			const on = await switches(cwd)
			const read = await Promise.all(memoryScopes.filter((scope) => on[scope]).map((scope) => notesOf({ scope, cwd })))
			return promptPart(read.flat().filter((note) => note.accepted))
		},
	}
}

function noteOf({ scope }: MemoryPlace, { id, text, etag, mtime }: MemoryFile, known: Record<string, string>): MemoryNote {
	return { id, scope, text, etag, updated_at: Math.round(mtime), accepted: scope === 'user' || known[id] === hashOf(text) }
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex')
}

/** A file name from the first words, so that the folder can be read by people. */
function nameFor(text: string): string {
	const words = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().match(/[a-z0-9]+/g) ?? []
	return words.slice(0, 6).join('-').slice(0, 60) || 'note'
}

function promptPart(notes: readonly MemoryNote[]): string | undefined {
	let room = mostCharacters
	const parts: string[] = []
	for (const { scope, text } of notes) {
		const part = `<memory scope="${scope}">\n${text.trim()}\n</memory>`
		if (part.length > room) break
		room -= part.length
		parts.push(part)
	}
	return parts.length === 0 ? undefined : parts.join('\n')
}
