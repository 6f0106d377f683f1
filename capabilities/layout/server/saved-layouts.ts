import { DrydockError } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'

/** Saved layouts of one user; more is a mistake of a program, not a habit of a person. */
export const mostSaved = 100
const listKey = 'layout.saved'
const keyOf = (name: string) => `layout.saved.${name}`

interface Entry {
	name: string
	saved_at: number
}

/** Layouts by name, for every device. The page mends what it reads, so they are kept as they come. */
export function createSavedLayouts({ settings, clock }: Pick<Kernel, 'settings' | 'clock'>) {
	// One at a time: the list of names is read, changed and written.
	let working: Promise<unknown> = Promise.resolve()
	function inTurn<T>(work: () => Promise<T>): Promise<T> {
		const done = working.then(work)
		working = done.catch(() => {})
		return done
	}

	async function list(): Promise<Entry[]> {
		const stored = await settings.get(listKey)
		return Array.isArray(stored) ? stored.filter(isEntry) : []
	}
	async function read(name: string) {
		const value = await settings.get(keyOf(name))
		if (!isRecord(value)) throw new DrydockError(404, 'layout.unknown', `There is no layout called ${name}.`, { hint: 'Layout settings list the saved ones.' })
		return { name, value }
	}
	async function put(name: string, value: unknown, others: Entry[]) {
		if (others.length >= mostSaved) throw new DrydockError(409, 'layout.full', `${mostSaved} layouts are saved already.`, { hint: 'Delete one that you no longer need.' })
		await settings.set(keyOf(name), value)
		await settings.set(listKey, [{ name, saved_at: clock.now() }, ...others])
	}
	const taken = (name: string) => new DrydockError(409, 'layout.taken', `A layout called ${name} exists already.`, { hint: 'Choose another name, or replace it.' })

	return {
		list,
		read,
		save: (name: string, value: unknown, { replace }: { replace: boolean }) =>
			inTurn(async () => {
				const all = await list()
				if (!replace && all.some((entry) => entry.name === name)) throw taken(name)
				await put(name, value, all.filter((entry) => entry.name !== name))
			}),
		rename: (name: string, to: string) =>
			inTurn(async () => {
				const { value } = await read(name)
				const all = await list()
				if (name === to) return
				if (all.some((entry) => entry.name === to)) throw taken(to)
				await put(to, value, all.filter((entry) => entry.name !== name))
				await settings.set(keyOf(name), undefined)
			}),
		remove: (name: string) =>
			inTurn(async () => {
				const found = await read(name)
				await settings.set(listKey, (await list()).filter((entry) => entry.name !== name))
				await settings.set(keyOf(name), undefined)
				return found
			}),
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEntry(value: unknown): value is Entry {
	return isRecord(value) && typeof value['name'] === 'string' && typeof value['saved_at'] === 'number'
}
