import { DrydockError } from '@drydock/contract'
import type { Blobs } from './blobs.ts'
import type { Disk, Found } from './disk.ts'
import type { Journal } from './journal.ts'
import type { TakenBack } from './ledger.ts'
import { visible } from './names.ts'
import type { Trash } from './trash.ts'
import { isWhole, type Author, type Change, type Place } from './types.ts'
import type { Plan } from './undo.ts'
import { textOf } from './workspace.ts'

/** What the owner of a folder needs to put things into it. */
const ownerAll = 0o700

interface Parts {
	disk: Disk
	blobs: Blobs
	journal: Journal
	trash: Trash
	placeAt(root: string, path: string): Place
	newId: () => string
}

/** Does what was planned, and records it before. */
export function createPutter({ disk, blobs, journal, trash, placeAt, newId }: Parts) {
	/** Writes the plans as one entry for each root; what fails is listed and left out of the entry. */
	async function apply(plans: readonly Plan[], { author, undoes, result }: { author: Author; undoes?: string; result: TakenBack }): Promise<void> {
		for (const [root, own] of Map.groupBy(plans, ({ place }) => place.root)) {
			const changes = new Map<Plan, Change>()
			for (const plan of own) {
				for (const { bytes } of [plan.now, plan.target]) if (bytes) await blobs.put(bytes)
				changes.set(plan, { path: plan.place.relative, before: plan.now.state, after: plan.target.state, beforeMode: plan.now.mode, afterMode: plan.target.mode })
			}
			const id = newId()
			await journal.begin({ root, author, changes: [...changes.values()], undoes }, id)
			for (const plan of own.toSorted(inOrder)) {
				try {
					await put(plan, id)
					result.restored.push(plan.place.relative)
				} catch (error) {
					changes.delete(plan)
					// A folder that holds something else by now simply stays.
					if (plan.now.state === 'folder' && error instanceof DrydockError && error.code === 'workspace.exists') continue
					if (!(error instanceof DrydockError)) throw error
					result.conflicts.push({ root, path: plan.place.relative, reason: error.message, yours: shown(plan.now), theirs: shown(plan.target) })
				}
			}
			for (const { place, target } of [...changes.keys()].filter(isClosedFolder).toReversed()) await disk.makeFolderAs(place, target.mode)
			await journal.correct(id, [...changes.values()])
			if (changes.size > 0) result.entry = id
		}
	}

	/** What moves as a whole: the side where it arrives does the work, the side that it leaves looks whether it is gone. */
	async function putWhole({ place, now, target }: Plan): Promise<void> {
		const [kind, name = ''] = (target.state ?? now.state ?? '').split(/:(.*)/s)
		if (target.state !== undefined) {
			await disk.makeFolder(placeAt(place.root, place.relative.split('/').slice(0, -1).join('/')))
			return kind === 'trash' ? trash.restore(name, place) : disk.move(placeAt(place.root, name), place)
		}
		if (kind === 'trash') return trash.put(place, name)
		if ((await disk.look(place)) !== undefined) throw new DrydockError(409, 'conflict', `${visible(place.relative)} could not be moved back.`)
	}

	async function put(plan: Plan, id: string): Promise<void> {
		const { place, now, target } = plan
		if (isWhole(target.state) || isWhole(now.state)) return putWhole(plan)
		if (target.state === undefined) return disk.remove(place)
		// One kind of thing in the place of another.
		const isReplaced = now.state !== undefined && (now.state === 'folder') !== (target.state === 'folder')
		if (isReplaced) await disk.remove(place)
		if (target.state === 'folder') return disk.makeFolderAs(place, target.mode === undefined ? undefined : target.mode | ownerAll)
		await disk.makeFolder(placeAt(place.root, place.relative.split('/').slice(0, -1).join('/')))
		const bytes = target.bytes ?? Buffer.alloc(0)
		if (target.state.startsWith('link:')) {
			if (now.state !== undefined && !isReplaced) await disk.remove(place)
			return disk.makeLink(place, bytes)
		}
		await disk.replace(place, {
			bytes,
			mode: target.mode,
			mtimeMs: plan.mtimeMs,
			id,
			stillAs(found) {
				if (found.state !== (isReplaced ? undefined : now.state)) throw new DrydockError(409, 'conflict', `${visible(place.relative)} changed at this moment.`, { hint: 'Look at it and try again.' })
			},
		})
	}

	return apply
}

/** The text of what stands somewhere, if it is one. */
export function shown({ state, bytes }: Found): string | undefined {
	return bytes && !state?.startsWith('link:') ? textOf(bytes) : undefined
}

/** One that can only be closed when everything is in it. */
function isClosedFolder({ target: { state, mode } }: Plan): boolean {
	return state === 'folder' && mode !== undefined && (mode & ownerAll) !== ownerAll
}

/** Folders before what goes into them, and after what leaves them. */
function inOrder(a: Plan, b: Plan): number {
	const rank = ({ now, target }: Plan) => (target.state === 'folder' || isWhole(target.state) ? 0 : now.state === 'folder' || isWhole(now.state) ? 2 : 1)
	if (rank(a) !== rank(b)) return rank(a) - rank(b)
	const depth = a.place.relative.split('/').length - b.place.relative.split('/').length
	return rank(a) === 2 ? -depth : depth
}
