import { isWhole, type Change } from './types.ts'
import type { Snapshot } from './walk.ts'

// Skipped folders named in an entry's note; the others are counted.
const namesInNote = 5
// The kernel's clock for files ticks more slowly than a shell's.
const tickMs = 20

/** Files inside a folder that somebody moved or put into the trash meanwhile. */
export function isBelowMoved({ path: file }: Change, latest: ReadonlyMap<string, Change>): boolean {
	const names = file.split('/')
	return names.some((_, depth) => {
		const above = latest.get(names.slice(0, depth).join('/'))
		return isWhole(above?.before) || isWhole(above?.after)
	})
}

interface Before {
	base: string
	before: ReadonlyMap<string, { state: string; mode?: number }>
	truncated: boolean
}

/** What is not as it was, with paths from the root. */
export function differences({ base, before, truncated }: Before, after: Snapshot): Change[] {
	const prefix = base === '' ? '' : `${base}/`
	const changes: Change[] = []
	for (const [name, { state, mode }] of before) {
		const now = after.files.get(name)
		if (now?.state === state && now.mode === mode) continue
		if (!now && (after.truncated || after.skipped.some((folder) => folder.endsWith('/') && `${name}/`.startsWith(folder)))) continue
		changes.push({ path: prefix + name, before: state, after: now?.state, beforeMode: mode, afterMode: now?.mode })
	}
	// With more files than a walk covers, one that is new to it need not be new.
	if (!truncated) for (const [name, { state, mode }] of after.files) if (!before.has(name)) changes.push({ path: prefix + name, before: undefined, after: state, afterMode: mode })
	return changes
}

/** Leaves out what was changed before a moment (epoch milliseconds). A file that came with its folder has kept its time, so it is left in. */
export function changedSince(moment: number, changes: readonly Change[], { base, after }: { base: string; after: Snapshot }): Change[] {
	const made = new Set(changes.flatMap((change) => (change.before === undefined && change.after === 'folder' ? [change.path] : [])))
	return changes.filter(({ path, before }) => {
		const { changedMs = moment } = after.files.get(base === '' ? path : path.slice(base.length + 1)) ?? {}
		return changedMs >= moment - tickMs || (before === undefined && path.split('/').some((_, depth, names) => made.has(names.slice(0, depth).join('/'))))
	})
}

/** What a record does not cover, in a sentence. */
export function noteOf({ skipped, truncated }: Snapshot, changes: readonly Change[]): string | undefined {
	const parts: string[] = []
	if (skipped.length > 0) parts.push(`Not covered: ${skipped.slice(0, namesInNote).join(', ')}${skipped.length > namesInNote ? ` and ${skipped.length - namesInNote} more folders` : ''}.`)
	if (truncated) parts.push('The project has more files than one look covers; new files may be missing here.')
	const opaque = changes.filter(({ before, after }) => before?.startsWith('opaque:') || after?.startsWith('opaque:')).length
	if (opaque > 0) parts.push(`${opaque} ${opaque === 1 ? 'file was' : 'files were'} too large to keep and cannot be taken back.`)
	return parts.length > 0 ? parts.join(' ') : undefined
}
