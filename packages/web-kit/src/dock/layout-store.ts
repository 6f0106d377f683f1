// The workspace record: kept here at once, on the server after a quiet moment (spec/1 §4).
import { create } from 'zustand'
import { readJson, writeJson } from '../storage.ts'
import { toast } from '../toasts.ts'
import { defaultTree } from './default-tree.ts'
import { layoutKey } from './layout-key.ts'
import { isReadable, mendRecord, type LayoutRecord } from './record.ts'
import { allTabs, shownTabs, type DockTree } from './tree.ts'

/** Set while a change has not reached the server: then the record here is the newer one, also after a reload. */
export const unsentKey = 'vt_layout_unsent'
/** spec: layout sync delay */
export const syncDelayMs = 600

export interface LayoutServer {
	read(): Promise<unknown>
	write(record: LayoutRecord): Promise<unknown>
}

interface LayoutState {
	record: LayoutRecord
	/** Counts the records that came from elsewhere, so that the dock is made anew. */
	generation: number
}

export const useLayoutRecord = create<LayoutState>(() => ({ record: storedRecord(), generation: 0 }))

const { promise, resolve: becomesKnown } = Promise.withResolvers<void>()
/** Settles when the server's layout was taken, or will not be: what opens panes by itself waits for it, lest it be thrown away. */
export const layoutKnown = promise

let server: LayoutServer | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let hasChanged = false

/** The record of an earlier visit; a broken one gives way to the defaults, and people are told why their panes moved. */
function storedRecord(): LayoutRecord {
	const stored = readJson(layoutKey)
	if (!isReadable(stored)) toast({ kind: 'warning', message: 'The saved layout could not be read; this is the default one.', ttlMs: 8000 })
	return mendRecord(stored)
}

export function layoutRecord(): LayoutRecord {
	return useLayoutRecord.getState().record
}

/** Changes the record; saved here at once, sent after the quiet period. */
export function changeLayout(change: (record: LayoutRecord) => LayoutRecord, { isNewTree = false } = {}): void {
	const record = mendRecord(change(layoutRecord()))
	hasChanged = true
	useLayoutRecord.setState(({ generation }) => ({ record, generation: isNewTree ? generation + 1 : generation }))
	writeJson(layoutKey, record)
	writeJson(unsentKey, true)
	dispatchEvent(new CustomEvent('vt:layout:changed'))
	clearTimeout(timer)
	timer = setTimeout(() => void sync(), syncDelayMs)
}

async function sync() {
	if (!server) return
	const sent = layoutRecord()
	try {
		await server.write(sent)
		if (layoutRecord() === sent) writeJson(unsentKey, false)
	} catch (error) {
		// Not reaching the server is no reason to bother anyone: the next change or start tries again.
		console.debug('The layout was not synchronised', error)
	}
}

/** Takes the server's layout, unless the one here is newer: changed before the answer came, or never sent. */
export async function connectLayout(next: LayoutServer): Promise<void> {
	server = next
	if (readJson(unsentKey) === true) {
		becomesKnown()
		return sync()
	}
	try {
		const stored = await next.read()
		if (stored === undefined || hasChanged) return
		const record = mendRecord(stored)
		const isSame = JSON.stringify(record) === JSON.stringify(layoutRecord())
		if (!record.dock.model || isSame) return
		writeJson(layoutKey, record)
		useLayoutRecord.setState(({ generation }) => ({ record, generation: generation + 1 }))
		dispatchEvent(new CustomEvent('vt:layout:server-loaded'))
	} catch (error) {
		console.debug('The layout could not be read from the server', error)
	} finally {
		// Once the dock has been made anew from it.
		setTimeout(becomesKnown)
	}
}

/** Shows another layout in place of this one; the answer undoes it. */
export function showLayout(model: DockTree | undefined): () => void {
	const before = layoutRecord().dock
	const put = (dock: LayoutRecord['dock']) => changeLayout((record) => ({ ...record, dock }), { isNewTree: true })
	put({ engine: model ? 'flexlayout' : 'none', model })
	return () => put(before)
}

/** Back to the default layout; the answer undoes it. */
export function resetLayout(): () => void {
	return showLayout(undefined)
}

/** Whether a pane has a tab somewhere. */
export function isPaneOpen(id: string): boolean {
	const { model } = layoutRecord().dock
	return model !== undefined && allTabs(model).some(({ component }) => component === id)
}

/** The panes that have a tab somewhere, in the layout as it stands. */
export function openPaneIds(): string[] {
	const { model } = layoutRecord().dock
	return [...new Set(allTabs(model ?? defaultTree((id) => id)).map(({ component }) => component))].toSorted()
}

/** What the layout shows first: the selected tab of each tab set. */
export function shownPaneIds(): string[] {
	const { model } = layoutRecord().dock
	return shownTabs((model ?? defaultTree((id) => id)).layout).map(({ component }) => component)
}

/** Reads the record again, as at start; for tests. */
export function reloadLayout(): void {
	clearTimeout(timer)
	hasChanged = false
	server = undefined
	useLayoutRecord.setState({ record: storedRecord(), generation: 0 })
}
