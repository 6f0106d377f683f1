import { runnerNames, type RunnerName } from '@drydock/contract'
import { preference, project, readPreference, writePreference } from '@drydock/web-kit'

/** A terminal as this browser remembers it; `sid` finds it again on the server. */
export interface TerminalTab {
	id: string
	title: string
	runner: RunnerName
	cwd: string
	sid: string | undefined
	/** Epoch milliseconds. */
	startedAt: number
	/** What its commands do to files is recorded. */
	records: boolean
}

export interface Tabs {
	tabs: readonly TerminalTab[]
	selected: string | undefined
	/** Those that are seen side by side, from left to right; the selected one is among them. */
	shown: readonly string[]
}

/** spec/2 §3; tokens and origins are the server's business since sign-in covers the socket. */
export interface Profile {
	name: string
	runner: RunnerName
	cwd: string
	records: boolean
}

/** More than fit on any screen. */
const mostTabs = 32
const mostProfiles = 20
/** Narrower ones nobody reads. */
const mostShown = 3

const text = (value: unknown, most = 4096): string => (typeof value === 'string' ? value.slice(0, most) : '')
const runnerOf = (value: unknown): RunnerName => runnerNames.find((name) => name === value) ?? 'bash'
const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])

export const terminalTabs = preference<Tabs>('terminal_tabs', 'Open terminals', { tabs: [], selected: undefined, shown: [] }, (stored) => {
	const { tabs, selected, shown } = record(stored)
	const good = list(tabs)
		.filter(({ id }) => typeof id === 'string' && id !== '')
		.slice(0, mostTabs)
		.map((tab): TerminalTab => ({ id: text(tab['id'], 100), title: text(tab['title'], 100) || 'Terminal', runner: runnerOf(tab['runner']), cwd: text(tab['cwd']), sid: text(tab['sid'], 100) || undefined, startedAt: Number(tab['startedAt']) || 0, records: tab['records'] === true }))
	const beside = Array.isArray(shown) ? good.filter(({ id }) => shown.includes(id)).map(({ id }) => id) : []
	return show({ tabs: good, selected: undefined, shown: beside.slice(0, mostShown) }, good.find(({ id }) => id === selected)?.id ?? good[0]?.id)
})

export const terminalProfiles = preference<readonly Profile[]>('terminal_profiles', 'Terminal profiles', [], (stored) =>
	list(stored)
		.map((profile) => ({ name: text(profile['name'], 100).trim(), runner: runnerOf(profile['runner']), cwd: text(profile['cwd']), records: profile['records'] === true }))
		.filter(({ name }) => name !== '')
		.slice(0, mostProfiles),
)

function change(work: (old: Tabs) => Tabs) {
	writePreference(terminalTabs, work(readPreference(terminalTabs)))
}

/** Makes a tab the selected one: it takes the place of the one before, unless it is in sight. */
function show({ tabs, selected, shown }: Tabs, id: string | undefined): Tabs {
	if (id === undefined || shown.includes(id)) return { tabs, selected: id, shown }
	const at = Math.max(0, shown.indexOf(selected ?? ''))
	return { tabs, selected: id, shown: [...shown.slice(0, at), id, ...shown.slice(at + 1)] }
}

/** Tabs of this page: a terminal of theirs that the server knows is not to be looked for. */
const opened = new Set<string>()
export const isFromBefore = ({ id }: TerminalTab) => !opened.has(id)

/** A tab that is in no strip yet. */
export function newTab({ cwd = project().cwd, runner = 'bash', sid, records = false }: { cwd?: string; runner?: RunnerName; sid?: string; records?: boolean } = {}): TerminalTab {
	const id = crypto.randomUUID()
	opened.add(id)
	return { id, title: '', runner, cwd, sid, startedAt: Date.now(), records }
}

/** A pane without a terminal begins with one. */
export function ensureTab(): void {
	if (readPreference(terminalTabs).tabs.length === 0) addTab(newTab())
}

/** Shows a tab behind the others; beside the selected one if there is room. */
export function addTab(tab: TerminalTab, { isBeside = false } = {}): void {
	change((old) => {
		const all = { ...old, tabs: [...old.tabs, { ...tab, title: freeTitle(old.tabs) }] }
		if (!isBeside || old.shown.length >= mostShown) return show(all, tab.id)
		const at = old.shown.indexOf(old.selected ?? '') + 1
		return { ...all, selected: tab.id, shown: [...old.shown.slice(0, at), tab.id, ...old.shown.slice(at)] }
	})
}

/** Opens a terminal behind the others and shows it. */
export function openTab(how: { cwd?: string; runner?: RunnerName; sid?: string; records?: boolean } = {}): void {
	addTab(newTab(how))
}

function freeTitle(tabs: readonly TerminalTab[]): string {
	const taken = new Set(tabs.map(({ title }) => title))
	for (let number = 1; ; number++) if (!taken.has(`Terminal ${number}`)) return `Terminal ${number}`
}

export function selectTab(id: string): void {
	change((old) => show(old, id))
}

/** The tab so many places further on, around the end. */
export function stepTab(step: 1 | -1): void {
	change((old) => {
		const at = old.tabs.findIndex(({ id }) => id === old.selected)
		return show(old, old.tabs[(at + step + old.tabs.length) % old.tabs.length]?.id)
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

/** The terminal of a tab is gone; the tab is to get a new one. */
export function startAgain(id: string): void {
	opened.add(id)
	changeTab(id, { sid: undefined, startedAt: Date.now() })
}

/** Takes tabs away; the neighbour is selected. Ending their terminals is the caller's. */
export function removeTabs(ids: ReadonlySet<string>): void {
	change(({ tabs, selected, shown }) => {
		const left = tabs.filter(({ id }) => !ids.has(id))
		const at = tabs.findIndex(({ id }) => id === selected)
		const neighbour = [...tabs.slice(at), ...tabs.slice(0, at).reverse()].find(({ id }) => !ids.has(id))
		const seen = shown.filter((id) => !ids.has(id))
		return show({ tabs: left, selected: undefined, shown: seen }, seen.find((id) => id === selected) ?? seen.at(-1) ?? neighbour?.id)
	})
}
