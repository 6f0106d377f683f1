import { lstat, mkdir, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { ShadowEntry } from '../process/index.ts'
import type { Blobs } from './blobs.ts'
import { hashOf, keepLimit, type Disk, type Found } from './disk.ts'
import { isBelow, type Ledger, type TakenBack } from './ledger.ts'
import { hunksBetween, type Hunk } from './merge.ts'
import { diskPath } from './names.ts'
import { protectionOf } from './protection.ts'
import type { Author, Change, Place, State } from './types.ts'
import { textOf } from './workspace.ts'

/** One change that a command made to its copy of a project. */
export interface EffectChange extends Change {
	/** When the command wrote it: build tools compare times. */
	mtimeMs?: number
	/** Why it cannot be merged, in a sentence. */
	problem?: string
}

/** What a shadow run would do to the project, waiting for a person. */
export interface Effect {
	id: string
	/** Epoch milliseconds. */
	at: number
	root: string
	/** The command. */
	title: string
	author: Author
	changes: EffectChange[]
	/** What the command said, for whoever goes on after the decision. */
	report?: string
	/** Over all changes: an approval is bound to it. */
	hash: string
}

export interface EffectFile {
	path: string
	kind: 'added' | 'changed' | 'deleted' | 'folder' | 'mode' | 'link'
	/** Empty for what is no text. */
	hunks: Hunk[]
	modes?: { before: number; after: number }
	/** What to know before approving it. */
	warning?: string
	problem?: string
}

export interface Effects {
	/** Keeps what a command left in its copy, read before the copy goes. */
	keep(from: { id: string; root: string; title: string; author: Author; startedAt: number; report?: string }, entries: readonly ShadowEntry[]): Promise<Effect>
	find(id: string): Promise<Effect | undefined>
	get(id: string): Promise<Effect>
	list(): Promise<Effect[]>
	/** What people see: a diff for each file. */
	files(id: string): Promise<EffectFile[]>
	/** Does to the project what was approved, as one entry of the ledger; what others changed meanwhile stays. */
	merge(id: string, choice: { files?: readonly string[] }, author: Author): Promise<TakenBack & { left: number }>
	discard(id: string): Promise<void>
	/** Contents that wait for a decision. */
	hashes(): Promise<Set<string>>
}

/** As long as an approval waits. */
const keptMs = 24 * 60 * 60 * 1000
const mostEffects = 50
/** What a person approves is looked at; more belongs into the project directly. */
const mostChanges = 20_000
const mostBytes = 512 * 2 ** 20
/** Diffs of more files than this are no longer read. */
export const mostShown = 500

interface Parts {
	dir: string
	disk: Disk
	blobs: Blobs
	clock: Clock
	ledger: Pick<Ledger, 'merge'>
	/** Contents are not forgotten while this runs. */
	holding<T>(work: () => Promise<T>): Promise<T>
	placeAt(root: string, path: string): Place
}

export function createEffects({ dir, disk, blobs, clock, ledger, holding, placeAt }: Parts): Effects {
	const fileOf = (id: string) => path.join(dir, `${id}.json`)

	async function find(id: string): Promise<Effect | undefined> {
		if (!/^[\w-]{1,100}$/.test(id)) return undefined
		const text = await readFile(fileOf(id), 'utf8').catch(() => undefined)
		const kept = text === undefined ? undefined : (JSON.parse(text) as Effect)
		return kept && clock.now() - kept.at < keptMs ? kept : undefined
	}

	async function get(id: string): Promise<Effect> {
		const effect = await find(id)
		if (!effect) throw new DrydockError(404, 'shadow.not_found', 'That run’s changes are no longer there.', { hint: 'They were merged, thrown away, or older than a day. Run the command again.' })
		return effect
	}

	async function save(effect: Effect): Promise<void> {
		await mkdir(dir, { recursive: true, mode: 0o700 })
		await writeFile(`${fileOf(effect.id)}.part`, JSON.stringify(effect), { mode: 0o600 })
		await rename(`${fileOf(effect.id)}.part`, fileOf(effect.id))
	}

	async function all(): Promise<Effect[]> {
		const names = await readdir(dir).catch(() => [])
		const found = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => find(name.slice(0, -5))))
		return found.filter((effect) => effect !== undefined).toSorted((a, b) => b.at - a.at)
	}

	/** What there is to decide on. */
	const list = async () => (await all()).filter(({ changes }) => changes.length > 0)

	async function tidy(): Promise<void> {
		const kept = await all()
		const fresh = new Set(kept.slice(0, mostEffects).map(({ id }) => `${id}.json`))
		for (const name of await readdir(dir).catch(() => [])) if (!fresh.has(name)) await rm(path.join(dir, name), { force: true })
	}

	async function changeOf(root: string, entry: ShadowEntry, { room, fresh }: { room: { bytes: number }; fresh: Set<string> }): Promise<EffectChange | undefined> {
		const place = placeAt(root, entry.path)
		const before: Found = isBelow(entry.path, fresh) ? { state: undefined } : await disk.find(place, keepLimit)
		if (before.bytes) await blobs.put(before.bytes)
		if (entry.kind === 'folder' && before.state !== 'folder') fresh.add(entry.path)
		const after = await stateOf(entry, room)
		const own: EffectChange = { path: entry.path, before: before.state, after, beforeMode: before.mode, afterMode: entry.kind === 'link' ? undefined : entry.mode, ...(entry.kind === 'file' && { mtimeMs: entry.mtimeMs }) }
		if (before.state === after && (entry.kind === 'link' || before.mode === entry.mode)) return undefined
		return own
	}

	async function stateOf({ kind, at, size }: ShadowEntry, room: { bytes: number }): Promise<State> {
		if (kind === 'folder') return 'folder'
		if (kind === 'link') {
			const target = await readlink(diskPath(at), 'buffer')
			await blobs.put(target)
			return `link:${hashOf(target)}`
		}
		if (size > keepLimit || (room.bytes -= size) < 0) return `opaque:${size}:0`
		return blobs.put(await readFile(diskPath(at)))
	}

	/** What is gone, with all that is in it, innermost last. */
	async function gone(root: string, file: string, into: EffectChange[]): Promise<void> {
		if (into.length >= mostChanges) throw tooMuch()
		const place = placeAt(root, file)
		const before = await disk.find(place, keepLimit)
		if (before.bytes) await blobs.put(before.bytes)
		into.push({ path: file, before: before.state, after: undefined, beforeMode: before.mode })
		if (before.state !== 'folder') return
		const { entries } = await disk.list(place, { limit: mostChanges })
		for (const { name } of entries) await gone(root, `${file}/${name}`, into)
	}

	async function problemOf(root: string, change: EffectChange, startedAt: number): Promise<string | undefined> {
		if (change.before?.startsWith('opaque:') || change.after?.startsWith('opaque:')) return 'It is too large to be kept, so it could not be taken back.'
		const kind = protectionOf(change.path)?.kind
		if (kind === 'own' || kind === 'git') return `It ${protectionOf(change.path)?.sentence}`
		if (change.before === undefined || change.before === 'folder') return undefined
		const now = await lstat(diskPath(placeAt(root, change.path).absolute)).catch(() => undefined)
		// The command worked from what was there before.
		return now && Math.floor(now.mtimeMs) > startedAt ? 'It was changed while the command ran.' : undefined
	}

	return {
		find,
		get,
		list,
		keep: ({ id, root, title, author, startedAt, report }, entries) =>
			holding(async () => {
				const changes: EffectChange[] = []
				const walk = { room: { bytes: mostBytes }, fresh: new Set<string>() }
				for (const entry of entries) {
					if (entry.kind === 'gone') await gone(root, entry.path, changes)
					else if (entry.kind === 'other') changes.push({ path: entry.path, before: undefined, after: undefined, problem: 'It is no file, folder or link: such things are not kept.' })
					else {
						const change = await changeOf(root, entry, walk)
						if (!change) continue
						// A folder in the way is gone with all that was in it.
						if (change.before === 'folder' && change.after !== 'folder') {
							const inside: EffectChange[] = []
							await gone(root, entry.path, inside)
							changes.push(...inside.slice(1))
						}
						changes.push(change)
					}
				}
				for (const change of changes) change.problem ??= await problemOf(root, change, startedAt)
				const effect: Effect = { id, at: clock.now(), root, title, author, changes, ...(report !== undefined && { report }), hash: hashOf(Buffer.from(JSON.stringify(changes))) }
				if (changes.length > 0 || report !== undefined) await save(effect)
				await tidy()
				return effect
			}),
		async files(id) {
			const { changes } = await get(id)
			return Promise.all(changes.slice(0, mostShown).map((change) => shown(change, blobs)))
		},
		merge: (id, { files }, author) =>
			holding(async () => {
				const effect = await get(id)
				const wanted = effect.changes.filter(({ path: file, problem }) => problem === undefined && (files === undefined || files.includes(file)))
				const done = await ledger.merge(effect.root, wanted, author)
				const undone = new Set(done.conflicts.map((conflict) => conflict.path))
				const left = effect.changes.filter((change) => change.problem === undefined && (!wanted.includes(change) || undone.has(change.path)))
				if (left.length === 0) await rm(fileOf(id), { force: true })
				else await save({ ...effect, changes: effect.changes.filter((change) => left.includes(change) || change.problem !== undefined) })
				return { ...done, left: left.length }
			}),
		discard: (id) => rm(fileOf(id), { force: true }),
		async hashes() {
			const states = (await list()).flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after]))
			return new Set(states.flatMap((state) => (state ? [state.replace(/^link:/, '')] : [])))
		},
	}
}

async function shown(change: EffectChange, blobs: Blobs): Promise<EffectFile> {
	const { path: file, before, after, beforeMode, afterMode, problem } = change
	const kind = before === 'folder' || after === 'folder' ? 'folder' : before === undefined ? 'added' : after === undefined ? 'deleted' : before === after ? 'mode' : after.startsWith('link:') ? 'link' : 'changed'
	const [old, now] = await Promise.all([textIn(before, blobs), textIn(after, blobs)])
	const hunks = old === undefined || now === undefined ? [] : hunksBetween(old, now)
	const modes = beforeMode !== undefined && afterMode !== undefined && beforeMode !== afterMode ? { before: beforeMode, after: afterMode } : undefined
	const protection = protectionOf(file)
	return { path: file, kind: after === undefined && kind === 'folder' ? 'deleted' : kind, hunks, ...(modes && { modes }), ...(protection && { warning: `It ${protection.sentence}` }), ...(problem !== undefined && { problem }) }
}

/** A text to compare; what is not there counts as empty, what is no text as nothing. */
async function textIn(state: State, blobs: Blobs): Promise<string | undefined> {
	if (state === undefined) return ''
	if (state === 'folder' || state.startsWith('opaque:')) return undefined
	const bytes = await blobs.get(state.replace(/^link:/, ''))
	const text = bytes && textOf(bytes)
	return text !== undefined && state.startsWith('link:') ? `→ ${text}` : text
}

function tooMuch(): DrydockError {
	return new DrydockError(413, 'shadow.too_much', `The command changed more than ${mostChanges.toLocaleString('en')} files. Nothing was changed in the project.`, { hint: 'Run it directly: the ledger records what it can.' })
}
