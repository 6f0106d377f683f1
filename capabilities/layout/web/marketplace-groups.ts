import type { PaneEntry } from '@drydock/web-kit'

/** spec/2 §2, Marketplace: categories in this order, others after them by name. */
const order = ['Featured', 'AI', 'Developer Tools', 'Productivity', 'Utilities', 'Games', 'System', 'Education', 'Design', 'Communication', 'Other']
/** Ours by the specification's names. */
const names: Record<string, string> = { Agents: 'AI', Fun: 'Games' }

export interface PaneGroup {
	heading: string
	panes: readonly PaneEntry[]
}

function rank(heading: string): number {
	const place = order.indexOf(heading)
	return place < 0 ? order.length : place
}

/** Every pane but the marketplace itself that has all these words, in its group. */
export function paneGroups(panes: Iterable<PaneEntry>, query: string): PaneGroup[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean)
	const wanted = [...panes].filter((pane) => {
		const text = [pane.title, pane.description, pane.id, ...(pane.tags ?? [])].join(' ').toLowerCase()
		return pane.id !== 'marketplace' && words.every((word) => text.includes(word))
	})
	const groups = Map.groupBy(wanted, ({ featured, category }) => (featured ? 'Featured' : (names[category] ?? category)))
	return [...groups]
		.toSorted(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
		.map(([heading, members]) => ({ heading, panes: members.toSorted((a, b) => a.title.localeCompare(b.title)) }))
}
