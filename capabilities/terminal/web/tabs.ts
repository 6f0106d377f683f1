import { runnerNames, type RunnerName } from '@drydock/contract'
import { preference, project, readPreference, writePreference } from '@drydock/web-kit'

/** A terminal as this browser remembers it; `sid` finds it again on the server. */
export interface TerminalTab {
	id: string
	title: string
	runner: RunnerName
	cwd: string
	sid: string | undefined
}

export interface Tabs {
	tabs: readonly TerminalTab[]
	selected: string | undefined
}

/** spec/2 §3; tokens and origins are the server's business since sign-in covers the socket. */
export interface Profile {
	name: string
	runner: RunnerName
	cwd: string
}

/** More than fit on any screen. */
const mostTabs = 32
const mostProfiles = 20

const text = (value: unknown, most = 4096): string => (typeof value === 'string' ? value.slice(0, most) : '')
const runnerOf = (value: unknown): RunnerName => runnerNames.find((name) => name === value) ?? 'bash'
const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])

export const terminalTabs = preference<Tabs>('terminal_tabs', 'Open terminals', { tabs: [], selected: undefined }, (stored) => {
	const { tabs, selected } = record(stored)
	const good = list(tabs)
		.filter(({ id }) => typeof id === 'string' && id !== '')
		.slice(0, mostTabs)
		.map((tab): TerminalTab => ({ id: text(tab['id'], 100), title: text(tab['title'], 100) || 'Terminal', runner: runnerOf(tab['runner']), cwd: text(tab['cwd']), sid: text(tab['sid'], 100) || undefined }))
	return { tabs: good, selected: good.find(({ id }) => id === selected)?.id ?? good[0]?.id }
})

export const terminalProfiles = preference<readonly Profile[]>('terminal_profiles', 'Terminal profiles', [], (stored) =>
	list(stored)
		.map((profile) => ({ name: text(profile['name'], 100).trim(), runner: runnerOf(profile['runner']), cwd: text(profile['cwd']) }))
		.filter(({ name }) => name !== '')
		.slice(0, mostProfiles),
)

function change(work: (old: Tabs) => Tabs) {
	writePreference(terminalTabs, work(readPreference(terminalTabs)))
}

/** Opens a terminal behind the others and shows it. */
export function openTab({ cwd = project().cwd, runner = 'bash', sid }: { cwd?: string; runner?: RunnerName; sid?: string } = {}): void {
	change(({ tabs }) => {
		const tab = { id: crypto.randomUUID(), title: freeTitle(tabs), runner, cwd, sid }
		return { tabs: [...tabs, tab], selected: tab.id }
	})
}

function freeTitle(tabs: readonly TerminalTab[]): string {
	const taken = new Set(tabs.map(({ title }) => title))
	for (let number = 1; ; number++) if (!taken.has(`Terminal ${number}`)) return `Terminal ${number}`
}

export function selectTab(id: string): void {
	change((old) => ({ ...old, selected: id }))
}

/** The tab so many places further on, around the end. */
export function stepTab(step: 1 | -1): void {
	change(({ tabs, selected }) => {
		const at = tabs.findIndex(({ id }) => id === selected)
		return { tabs, selected: tabs[(at + step + tabs.length) % tabs.length]?.id }
	})
}

/** spec/2 §5: an empty title is ignored. */
export function renameTab(id: string, title: string): void {
	if (title.trim() === '') return
	changeTab(id, { title: title.trim() })
}

export function changeTab(id: string, news: Partial<TerminalTab>): void {
	change((old) => ({ ...old, tabs: old.tabs.map((tab) => (tab.id === id ? { ...tab, ...news } : tab)) }))
}

/** Takes tabs away; the neighbour is selected. Ending their terminals is the caller's. */
export function removeTabs(ids: ReadonlySet<string>): void {
	change(({ tabs, selected }) => {
		const left = tabs.filter(({ id }) => !ids.has(id))
		const at = tabs.findIndex(({ id }) => id === selected)
		const neighbour = [...tabs.slice(at), ...tabs.slice(0, at).reverse()].find(({ id }) => !ids.has(id))
		return { tabs: left, selected: neighbour?.id }
	})
}
