import type { ComponentType } from 'react'
import type { Api } from './api.ts'
import type { Preference } from './preferences.ts'

/** Where a pane opens first. */
export const dockPlaces = ['center', 'left', 'right', 'top', 'bottom'] as const
export type DockPlace = (typeof dockPlaces)[number]

export const categories = ['Workspace', 'Agents', 'Developer Tools', 'Media', 'Productivity', 'System', 'Fun'] as const
export type Category = (typeof categories)[number]

/** A pane as data: the palette, the marketplace, menus and shortcuts read it; only `load` brings its code. */
export interface PaneEntry {
	/** The specification's id. */
	id: string
	title: string
	category: Category
	/** One sentence: what it is for. */
	description: string
	tags?: readonly string[]
	/** As people write it: `Alt+3`, `Mod+Shift+P` (Mod is Ctrl, or Cmd on a Mac). */
	shortcut?: string
	/** Panes of one group stand together. */
	group?: string
	/** Within its category; lower first. */
	order?: number
	defaultDock?: DockPlace
	featured?: boolean
	/** Opened for whoever is here for the first time. */
	isFirstRun?: boolean
	/** Asks for what it shows first, before anything is drawn. */
	ahead?(api: Api): void
	load(): Promise<{ default: ComponentType }>
}

/** What a command is given; it checks what it uses. */
export type CommandArguments = Readonly<Record<string, unknown>>

/** A command as data. */
export interface CommandEntry {
	id: string
	title: string
	category?: string
	description?: string
	shortcut?: string
	/** True, or the reason why it cannot run now. */
	when?(): true | string
	/** Not offered in the palette: it only makes sense with arguments. */
	hidden?: boolean
	run(input: CommandArguments): void | Promise<void>
}

/** Something that floats over the workspace. */
export interface OverlayEntry {
	id: string
	/** Whether it is wanted now, asked again when a preference changes or an overlay is opened; its code is loaded only then. Without it: always. */
	when?(): boolean
	/** Loaded as soon as nothing else is to do: whoever presses its keys and types on at once must not lose a letter. */
	isTypedInto?: boolean
	load(): Promise<{ default: ComponentType }>
}

/** Something that a finder offers. */
export interface Found {
	id: string
	title: string
	/** Indexes of the title's letters that answer the query. */
	letters?: readonly number[]
	/** Where it is, in small print. */
	note?: string
	run(): void
}

export type Find = (query: string, context: { api: Api; signal: AbortSignal }) => Promise<readonly Found[]>

/** Answers what is typed into the palette and Quick Open: files, symbols. Only `load` brings its code. */
export interface FinderEntry {
	id: string
	/** What it finds, e.g. `Files`. */
	title: string
	/** Asked only when the query starts with it; without one, for every query. */
	prefix?: string
	load(): Promise<{ find: Find }>
}

/** Keys that work while the focus is in one part of the page; a `shortcutScope` of that part names them by id. */
export interface ShortcutEntry {
	id: string
	title: string
	/** The part, e.g. `Editor`. */
	scope: string
	keys: string
	/** Handled by an engine of its own: shown, but not to be changed here. */
	isFixed?: boolean
}

/** A small part of the footer or header. */
export interface StatusEntry {
	id: string
	side: 'header' | 'footer'
	order?: number
	load(): Promise<{ default: ComponentType }>
}

export interface WebHalf {
	panes?: readonly PaneEntry[]
	commands?: readonly CommandEntry[]
	// Preferences of every type stand in one list.
	// oxlint-disable-next-line typescript/no-explicit-any -- see the line above
	preferences?: readonly Preference<any>[]
	overlays?: readonly OverlayEntry[]
	status?: readonly StatusEntry[]
	finders?: readonly FinderEntry[]
	shortcuts?: readonly ShortcutEntry[]
}

/** What a capability adds to the workspace. */
export function contribute(half: WebHalf): WebHalf {
	return half
}

export interface Registry {
	panes: ReadonlyMap<string, PaneEntry>
	commands: ReadonlyMap<string, CommandEntry>
	overlays: readonly OverlayEntry[]
	status: readonly StatusEntry[]
	finders: readonly FinderEntry[]
	/** Of parts of the page; those of commands and panes stand with them. */
	shortcuts: ReadonlyMap<string, ShortcutEntry>
}

/** Everything that was contributed; two things of one name are a mistake. */
export function createRegistry(halves: readonly WebHalf[]): Registry {
	return {
		panes: byId(halves.flatMap((half) => half.panes ?? [])),
		commands: byId(halves.flatMap((half) => half.commands ?? [])),
		overlays: halves.flatMap((half) => half.overlays ?? []),
		status: halves.flatMap((half) => half.status ?? []).toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)),
		finders: halves.flatMap((half) => half.finders ?? []),
		shortcuts: byId(halves.flatMap((half) => half.shortcuts ?? [])),
	}
}

function byId<E extends { id: string }>(entries: readonly E[]): Map<string, E> {
	const map = new Map<string, E>()
	for (const entry of entries) {
		if (map.has(entry.id)) throw new Error(`Two contributions are called ${entry.id}`)
		map.set(entry.id, entry)
	}
	return map
}

let installed: Registry = createRegistry([])
const installListeners = new Set<() => void>()

/** Makes these contributions the workspace's; done once at start, and by each test. */
export function install(registry: Registry): void {
	installed = registry
	for (const listener of installListeners) listener()
}

/** Hears when other contributions are the workspace's. */
export function watchRegistry(listener: () => void): () => void {
	installListeners.add(listener)
	return () => void installListeners.delete(listener)
}

export function registry(): Registry {
	return installed
}
