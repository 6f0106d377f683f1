import { DrydockError } from '@drydock/contract'
import type { Blobs } from './blobs.ts'
import type { Disk, Found } from './disk.ts'
import type { EntryFilter, Journal } from './journal.ts'
import type { Locked } from './locks.ts'
import { hunksBetween, without, type Hunk } from './merge.ts'
import { protectionOf } from './protection.ts'
import { createPutter, shown } from './put-plans.ts'
import type { Recorder } from './recorder.ts'
import type { Trash } from './trash.ts'
import type { Author, Change, Entry, Place } from './types.ts'
import { planUndo, type Plan } from './undo.ts'
import { textOf } from './workspace.ts'

export interface ReviewedHunk extends Hunk {
	status: 'open' | 'accepted' | 'rejected'
}

/** What a task did to one file and is still there, as taking it back would undo it. */
export interface FileReview {
	root: string
	path: string
	kind: 'added' | 'changed' | 'deleted' | 'folder'
	/** Empty when the file is no text: such a change is accepted or taken back whole. */
	hunks: ReviewedHunk[]
	status: 'open' | 'accepted' | 'rejected'
	/** Why it cannot be taken back whole. */
	conflict?: string
}

export interface Conflict {
	root: string
	path: string
	reason: string
	/** What is on disk, and what it would be without the change; undefined for what is no text or not there. */
	yours?: string
	theirs?: string
}

export interface Selection {
	task?: string
	entry?: string
	/** Paths from the root; left out: all. */
	files?: readonly string[]
	/** Ids from `changes`; left out: whole files. */
	hunks?: readonly string[]
}

export interface TakenBack {
	/** The entry that this made; taking that one back is the redo. */
	entry?: string
	restored: string[]
	conflicts: Conflict[]
	/** Hunks taken back, for telling the agent. */
	hunks: { path: string; hunk: Hunk }[]
}

/** One record of who wrote what, and the way back. */
export interface Ledger {
	/** Records what a command changes below `cwd`, from before to after `run`; also when it fails. */
	around: Recorder['around']
	/** Remembers what a folder is like now, for commands of which only begin and end are heard; to be forgotten with `forget`. */
	look: Recorder['look']
	/** Records what is different between two looks as one author's; what others wrote through us meanwhile is theirs. */
	between: Recorder['between']
	forget: Recorder['forget']
	/** What a project is made of now, as `around` compares it. */
	tree: Recorder['tree']
	entries(filter: Pick<EntryFilter, 'task' | 'limit'>): Promise<Entry[]>
	changes(of: { task: string }): Promise<FileReview[]>
	/** Undoes recorded changes and nothing else: lines that others edited stay; what cannot be told apart is listed and not touched. */
	takeBack(selection: Selection, author: Author): Promise<TakenBack>
	/** Does changes that were prepared elsewhere, as one entry; where somebody else changed a file meanwhile, both are kept or it is a conflict. */
	merge(root: string, changes: readonly (Change & { mtimeMs?: number })[], author: Author): Promise<TakenBack>
	accept(selection: { task: string; files?: readonly string[]; hunks?: readonly string[] }): Promise<void>
	/** Looks at what a crash left open; call once at start. */
	recover: Recorder['recover']
	/** Forgets the oldest entries beyond the size limit, never those of a running task. */
	collect: Recorder['collect']
}

// A task with more entries than this is reviewed by its newest ones.
const entriesOfTask = 5000
const wholeFile = 'file'

interface Parts {
	disk: Disk
	blobs: Blobs
	journal: Journal
	locked: Locked
	recorder: Recorder
	trash: Trash
	placeAt(root: string, path: string): Place
	newId: () => string
}

interface Touched {
	root: string
	path: string
	changes: Change[]
}

export function createLedger({ disk, blobs, journal, locked, recorder, trash, placeAt, newId }: Parts): Ledger {
	const apply = createPutter({ disk, blobs, journal, trash, placeAt, newId })

	/** The files that a selection is about, each with its changes, newest first. */
	async function touchedBy({ task, entry, files }: Selection): Promise<Touched[]> {
		if (task === undefined && entry === undefined) throw new DrydockError(400, 'validation', 'Say which task or which entry.')
		const entries = entry === undefined ? (await journal.find({ task, limit: entriesOfTask })).filter(({ author }) => author.kind !== 'restore') : await journal.find({ id: entry })
		if (entry !== undefined && entries.length === 0) throw new DrydockError(404, 'checkpoints.not_found', 'That entry is not in the history.', { hint: 'It may have been too old to keep.' })
		const found = new Map<string, Touched>()
		for (const { root, changes } of entries) {
			for (const change of changes) {
				if (files && !files.includes(change.path)) continue
				const key = `${root}\0${change.path}`
				const touched = found.get(key) ?? { root, path: change.path, changes: [] }
				touched.changes.push(change)
				found.set(key, touched)
			}
		}
		return [...found.values()]
	}

	async function reviews(task: string) {
		const rows = await journal.db().selectFrom('ledger_review').selectAll().where('task', '=', task).orderBy('position').execute()
		return new Map(Map.groupBy(rows, ({ root, path }) => `${root}\0${path}`))
	}

	async function review(touched: Touched, rows: Awaited<ReturnType<typeof reviews>>): Promise<FileReview | undefined> {
		const decided = rows.get(`${touched.root}\0${touched.path}`) ?? []
		const accepted = new Set(decided.filter(({ decision }) => decision === 'accepted').map(({ hunk }) => hunk))
		const plan = await planUndo(placeAt(touched.root, touched.path), touched.changes, { disk, blobs, newId }).catch((error: unknown) => (error instanceof DrydockError ? error : Promise.reject(error)))
		if (plan instanceof DrydockError) return { root: touched.root, path: touched.path, kind: 'changed', hunks: [], status: 'open', conflict: plan.message }
		const open = hunksOf(plan).map((hunk) => ({ ...hunk, status: accepted.has(hunk.id) ? ('accepted' as const) : ('open' as const) }))
		const present = new Set(open.map(({ id }) => id))
		const rejected = decided.flatMap(({ decision, hunk, shown }) => (decision === 'rejected' && shown && !present.has(hunk) ? [{ ...(JSON.parse(shown) as Hunk), status: 'rejected' as const }] : []))
		const nothingLeft = sameFound(plan.now, plan.target)
		if (nothingLeft && !plan.conflict && rejected.length === 0 && !decided.some(({ hunk }) => hunk === wholeFile)) return undefined
		const wholeAccepted = accepted.has(wholeFile) || (open.length > 0 && open.every(({ status }) => status === 'accepted'))
		return {
			root: touched.root,
			path: touched.path,
			kind: kindOf(plan),
			hunks: [...open, ...rejected],
			status: nothingLeft && !plan.conflict ? 'rejected' : wholeAccepted ? 'accepted' : 'open',
			conflict: plan.conflict,
		}
	}

	async function takeBack(selection: Selection, author: Author): Promise<TakenBack> {
		const touched = await touchedBy(selection)
		return locked(touched.map(({ root, path }) => `${root}/${path}`), async () => {
			const result: TakenBack = { restored: [], conflicts: [], hunks: [] }
			const plans: Plan[] = []
			for (const { root, path, changes } of touched) {
				const place = placeAt(root, path)
				const protection = protectionOf(path)
				if (protection?.kind === 'git' || protection?.kind === 'own') result.conflicts.push({ root, path, reason: `It ${protection.sentence}` })
				else await planOne(place, changes, selection, { plans, result })
			}
			await apply(plans, { author, undoes: selection.entry ?? selection.task, result })
			if (selection.task !== undefined) await remember(selection.task, plans, result)
			return result
		})
	}

	/** `found`: what counts as being there, if that is not what is on the disk now. */
	async function planOne(place: Place, changes: readonly Change[], { hunks }: Selection, { plans, result, found }: { plans: Plan[]; result: TakenBack; found?: Found }): Promise<void> {
		const { root, relative: path } = place
		try {
			const plan = await planUndo(place, changes, { disk, blobs, newId, found })
			const selected = hunksOf(plan).filter(({ id }) => hunks === undefined || hunks.includes(id))
			if (hunks !== undefined && selected.length === 0) return
			const partly = hunks !== undefined && selected.length < hunksOf(plan).length
			if (partly) {
				const bytes = Buffer.from(without(plan.now.bytes ? (textOf(plan.now.bytes) ?? '') : '', selected))
				plan.target = { state: await blobs.put(bytes), bytes, mode: plan.now.mode }
			} else if (plan.conflict && hunks === undefined) {
				result.conflicts.push({ root, path, reason: plan.conflict, yours: shown(plan.now), theirs: shown(plan.target) })
				return
			}
			if (sameFound(plan.now, plan.target)) return
			result.hunks.push(...selected.map((hunk) => ({ path, hunk })))
			plans.push(plan)
		} catch (error) {
			if (!(error instanceof DrydockError)) throw error
			result.conflicts.push({ root, path, reason: error.message })
		}
	}

	/** Doing a change is undoing its opposite. */
	async function merge(root: string, changes: readonly (Change & { mtimeMs?: number })[], author: Author): Promise<TakenBack> {
		return locked(changes.map(({ path }) => `${root}/${path}`), async () => {
			const result: TakenBack = { restored: [], conflicts: [], hunks: [] }
			const plans: Plan[] = []
			// What stood in the way of these folders says nothing about what comes into them.
			const fresh = new Set(changes.flatMap(({ path, before, after }) => (after === 'folder' && before !== undefined && before !== 'folder' ? [path] : [])))
			for (const { path, before, after, beforeMode, afterMode, mtimeMs } of changes) {
				const place = placeAt(root, path)
				const protection = protectionOf(path)
				if (protection?.kind === 'git' || protection?.kind === 'own') result.conflicts.push({ root, path, reason: `It ${protection.sentence}` })
				else await planOne(place, [{ path, before: after, after: before, beforeMode: afterMode, afterMode: beforeMode }], {}, { plans, result, found: isBelow(path, fresh) ? { state: undefined } : undefined })
				const plan = plans.at(-1)
				if (plan?.place === place) plan.mtimeMs = mtimeMs
			}
			await apply(plans, { author, result })
			return result
		})
	}

	/** Rejected hunks stay visible in the review after they are gone from the file. */
	async function remember(task: string, plans: readonly Plan[], { restored, hunks }: TakenBack): Promise<void> {
		for (const { place } of plans.filter(({ place: { relative } }) => restored.includes(relative))) {
			const own = hunks.filter(({ path }) => path === place.relative)
			const decisions = own.length > 0 ? own.map(({ hunk }) => ({ hunk: hunk.id, shown: JSON.stringify(hunk) })) : [{ hunk: wholeFile, shown: null }]
			for (const decision of decisions) await decide({ task, root: place.root, path: place.relative, decision: 'rejected', ...decision })
		}
	}

	async function decide(row: { task: string; root: string; path: string; hunk: string; decision: 'accepted' | 'rejected'; shown: string | null }): Promise<void> {
		const position = journal.nextPosition()
		const { decision, shown: text } = row
		await journal.db().insertInto('ledger_review').values({ ...row, position })
			.onConflict((conflict) => conflict.columns(['task', 'root', 'path', 'hunk']).doUpdateSet({ decision, position, shown: text })).execute()
	}

	return {
		around: recorder.around,
		look: recorder.look,
		between: recorder.between,
		forget: recorder.forget,
		tree: recorder.tree,
		recover: recorder.recover,
		collect: recorder.collect,
		entries: ({ task, limit }) => journal.find({ task, limit }),
		async changes({ task }) {
			const rows = await reviews(task)
			const found: FileReview[] = []
			for (const touched of await touchedBy({ task })) {
				const file = await review(touched, rows)
				if (file) found.push(file)
			}
			return found.sort((a, b) => (a.path < b.path ? -1 : 1))
		},
		takeBack,
		merge,
		async accept({ task, files, hunks }) {
			for (const { root, path, changes } of await touchedBy({ task, files })) {
				const plan = await planUndo(placeAt(root, path), changes, { disk, blobs, newId })
				const own = hunksOf(plan)
				const ids = own.length === 0 ? [wholeFile] : own.map(({ id }) => id)
				for (const hunk of ids) if (hunks === undefined || hunks.includes(hunk)) await decide({ task, root, path, hunk, decision: 'accepted', shown: null })
			}
		},
	}
}

function hunksOf({ now, target }: Plan): Hunk[] {
	const [from, to] = [shown(target), shown(now)]
	if (from === undefined && to === undefined) return []
	if ((from === undefined && target.state !== undefined) || (to === undefined && now.state !== undefined)) return []
	return hunksBetween(from ?? '', to ?? '')
}

function kindOf({ now, target }: Plan): FileReview['kind'] {
	if (now.state === 'folder' || target.state === 'folder') return 'folder'
	if (target.state === undefined && now.state !== undefined) return 'added'
	return now.state === undefined && target.state !== undefined ? 'deleted' : 'changed'
}

function sameFound(a: Found, b: Found): boolean {
	return a.state === b.state && (a.mode === b.mode || a.mode === undefined || b.mode === undefined)
}

/** Whether a path lies inside one of these. */
export function isBelow(path: string, folders: ReadonlySet<string>): boolean {
	return folders.size > 0 && path.split('/').some((_, depth, names) => depth > 0 && folders.has(names.slice(0, depth).join('/')))
}
