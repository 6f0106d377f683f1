import type { Api, Find } from '@drydock/web-kit'
import { listSavedLayouts } from '../../contract.ts'
import { openSaved } from './links.ts'

/** Between two keys of one search the names are not asked for again. */
const freshMs = 5000
let known: { at: number; names: Promise<string[]> } | undefined

function names(api: Api): Promise<string[]> {
	if (!known || Date.now() - known.at > freshMs) known = { at: Date.now(), names: api.send(listSavedLayouts, {}).then(({ layouts }) => layouts.map(({ name }) => name)) }
	return known.names
}

/** Saved layouts by name. */
export const find: Find = async (query, { api }) => {
	const wanted = query.toLowerCase()
	const found = (await names(api)).filter((name) => name.toLowerCase().includes(wanted))
	return found.map((name) => ({ id: `layout:${name}`, title: name, note: 'Saved layout', letters: lettersOf(name, wanted), run: () => void openSaved(api, name) }))
}

function lettersOf(name: string, wanted: string): number[] {
	const start = name.toLowerCase().indexOf(wanted)
	return Array.from({ length: wanted.length }, (_, index) => start + index)
}
