import path from 'node:path'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { createBlobs } from './blobs.ts'
import { createConfirmations, type Confirmations } from './confirmations.ts'
import { createDisk } from './disk.ts'
import { createEffects, type Effects } from './effects.ts'
import { createJournal } from './journal.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createLocks } from './locks.ts'
import { createPathIndex } from './path-index.ts'
import { createPlaces } from './places.ts'
import { createRecorder } from './recorder.ts'
import { createTrash, type TrashLimits } from './trash.ts'
import type { Place } from './types.ts'
import { createWalker, type WalkLimits } from './walk.ts'
import { createWatcher } from './watch.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export { workspaceMigrations } from './journal.ts'
export type { Ledger, FileReview, ReviewedHunk, Conflict, Selection, TakenBack } from './ledger.ts'
export type { Hunk } from './merge.ts'
export { namesOf, visible } from './names.ts'
export { protectionOf, type Protection } from './protection.ts'
export { indexLimit } from './path-index.ts'
export type { FoundPath, IndexStatus, PathIssue, Scan, SearchAnswer } from './path-index.ts'
export { mostShown } from './effects.ts'
export type { Effect, EffectChange, EffectFile, Effects } from './effects.ts'
export type { Moved, NotMoved } from './bulk.ts'
export type { TrashItem } from './trash.ts'
export type { Look, Recorded } from './recorder.ts'
export type { Author, Change, Entry, FileChange, FileContent, FileStat, ListedEntry, Listing, Place, WatchEvent } from './types.ts'
export { listLimit, readLimit, textOf, type StoredContent, type Workspace, type WriteRequest, type Written } from './workspace.ts'
export type { Confirmations }

export interface WorkspaceParts {
	store: Store
	clock: Clock
	log: Log
	newId(): string
	dataDir: string
	configDir: string
	roots: readonly string[]
	/** Entries of a running task are never forgotten. */
	isRunning?(task: string): boolean | Promise<boolean>
	/** For tests: a smaller history. */
	limits?: { bytes: number; entries: number }
	trashLimits?: TrashLimits
	walkLimits?: WalkLimits
}

export interface Files {
	workspace: Workspace
	ledger: Ledger
	/** What shadow runs would do. */
	effects: Effects
	confirmations: Confirmations
	/** How many folders are watched. */
	watching(): number
	close(): void
}

// The first look at the history's size waits until the start is over; later ones come with every so many writes.
const firstCollectMs = 60_000
const collectEveryMs = 10 * 60_000

/** The workspace and its ledger over one store and one data folder. Call `ledger.recover()` before serving. */
export function openFiles({ store, clock, log, newId, dataDir, configDir, roots, isRunning = () => false, limits, trashLimits, walkLimits }: WorkspaceParts): Files {
	const places = createPlaces({ roots, sandbox: path.join(dataDir, 'sandbox'), hidden: [dataDir, configDir] })
	const disk = createDisk(places)
	const blobs = createBlobs(path.join(dataDir, 'checkpoints', 'blobs'))
	const journal = createJournal({ store, clock, newId })
	const locked = createLocks()
	const watcher = createWatcher(places)
	const paths = createPathIndex(places, clock)
	const placeAt = (root: string, relative: string): Place => ({ root, relative, absolute: relative === '' ? root : `${root === '/' ? '' : root}/${relative}` })
	const trash = createTrash({ dir: path.join(dataDir, 'trash'), disk, clock, placeAt, limits: trashLimits })
	const recorder = createRecorder({ disk, blobs, journal, walker: createWalker(blobs, walkLimits), log, openDir: path.join(dataDir, 'checkpoints', 'open'), resolve: places.resolve, placeAt, newId, isRunning, limits, alsoKept: () => effects.hashes() })
	const ledger = createLedger({ disk, blobs, journal, locked, recorder, trash, placeAt, newId })
	const effects: Effects = createEffects({ dir: path.join(dataDir, 'shadow', 'effects'), disk, blobs, clock, ledger, holding: recorder.holding, placeAt })
	let callOff = clock.after(firstCollectMs, collect)

	function collect(): void {
		ledger.collect().catch((error: unknown) => log.warn('The history could not be tidied', { error }))
		callOff = clock.after(collectEveryMs, collect)
	}

	return {
		workspace: createWorkspace({ places, disk, blobs, journal, locked, watcher, paths, trash, placeAt, newId }),
		ledger,
		effects,
		confirmations: createConfirmations(clock),
		watching: watcher.count,
		close() {
			callOff()
			watcher.close()
			paths.close()
		},
	}
}
