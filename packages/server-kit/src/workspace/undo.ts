import type { Blobs } from './blobs.ts'
import { hashOf, keepLimit, type Disk, type Found } from './disk.ts'
import { merge } from './merge.ts'
import { isWhole, type Change, type Place } from './types.ts'
import { textOf } from './workspace.ts'

/** What one file is now, and what it would be without some recorded changes. */
export interface Plan {
	place: Place
	now: Found
	target: Found
	/** Why it cannot be taken back whole, in a sentence. */
	conflict?: string
	/** When its content was written, if that is known. */
	mtimeMs?: number
}

/** Works the changes of one file back, newest first, keeping whatever others did since. Nothing is written. */
export async function planUndo(place: Place, changes: readonly Change[], { disk, blobs, newId, found }: { disk: Disk; blobs: Blobs; newId: () => string; found?: Found }): Promise<Plan> {
	const now = asWhole(found ?? (await disk.find(place, keepLimit)), changes[0], newId)
	let target = now
	let conflict: string | undefined
	for (const change of changes) {
		const step = await undo(change, target, blobs)
		target = step.found
		conflict ??= step.conflict
	}
	return { place, now, target, conflict }
}

/** What came as a whole goes as one: back to where it was, or into the trash again. */
function asWhole(found: Found, latest: Change | undefined, newId: () => string): Found {
	if (found.state === undefined || !isWhole(latest?.after)) return found
	return { state: latest.after.startsWith('trash:') ? `trash:${newId()}` : latest.after }
}

async function undo(change: Change, found: Found, blobs: Blobs): Promise<{ found: Found; conflict?: string }> {
	if (isWhole(change.before)) return found.state === undefined ? { found: { state: change.before } } : { found, conflict: 'Something else stands there now.' }
	if (isWhole(change.after)) return { found: { state: undefined } }
	// The mode of another kind of thing says nothing about this one.
	const isSameKind = kindOf(found.state) === kindOf(change.before)
	const mode = isSameKind && found.mode !== change.afterMode ? found.mode : (change.beforeMode ?? (isSameKind ? found.mode : undefined))
	if (found.state?.startsWith('opaque:')) return { found, conflict: 'It is too large to be kept, so it would be lost. Delete it in Files: the trash keeps it.' }
	if (found.state === change.after) {
		const bytes = await contentOf(change.before, blobs)
		if (bytes === 'lost') return { found, conflict: 'Its earlier content was too large or too old to be kept.' }
		return { found: { state: change.before, bytes, mode: change.before === undefined ? undefined : mode } }
	}
	if (found.state === change.before) return { found }
	const base = await textIn(change.after, blobs)
	const theirs = await textIn(change.before, blobs)
	const ours = found.bytes && !found.state?.startsWith('link:') ? textOf(found.bytes) : undefined
	if (base === undefined || theirs === undefined || ours === undefined) return { found, conflict: 'It was changed since.' }
	const merged = merge(base, ours, theirs)
	const bytes = Buffer.from(merged.text)
	return { found: { state: hashOf(bytes), bytes, mode }, conflict: merged.conflicts > 0 ? 'The same lines were edited since.' : undefined }
}

function kindOf(state: string | undefined): 'nothing' | 'folder' | 'link' | 'file' {
	if (state === undefined) return 'nothing'
	return state === 'folder' ? 'folder' : state.startsWith('link:') ? 'link' : 'file'
}

/** The kept bytes of a state; `lost` if they should be there and are not. */
export async function contentOf(state: string | undefined, blobs: Blobs): Promise<Buffer | undefined | 'lost'> {
	if (state === undefined || state === 'folder') return undefined
	if (state.startsWith('opaque:')) return 'lost'
	return (await blobs.get(state.replace(/^link:/, ''))) ?? 'lost'
}

async function textIn(state: string | undefined, blobs: Blobs): Promise<string | undefined> {
	if (state === undefined || state === 'folder' || state.includes(':')) return undefined
	const bytes = await blobs.get(state)
	return bytes && textOf(bytes)
}
