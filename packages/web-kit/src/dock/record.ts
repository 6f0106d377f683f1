import { dockPlaces, type DockPlace } from '../contribute.ts'
import { ranges, within, type Grid, type Regions, type Size } from './limits.ts'
import { isRecord, mendTree, type DockTree } from './tree.ts'

/** What is stored of the workspace on each device (spec/1 §3). */
export interface LayoutRecord {
	version: 1
	dock: { engine: 'none' | 'flexlayout'; model: DockTree | undefined }
	layout: { minSize: Size; maxGrid: Grid; defaults: Regions }
	global: { prefs: Prefs }
}

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

export interface Prefs extends Record<string, unknown> {
	defaultOpenLocation: DockPlace
	footerAlign: Alignment
}

/** Free preferences kept; more means that something else writes here. */
const mostPrefs = 200
const longestPrefText = 4096

export function defaultRecord(): LayoutRecord {
	return mendRecord(undefined)
}

/** Whether something of what was stored can be used; nothing stored is fine too. */
export function isReadable(stored: unknown): boolean {
	if (stored === undefined || stored === null) return true
	if (!isRecord(stored) || stored['version'] !== 1) return false
	const model = fields(stored['dock'])['model']
	return model === undefined || model === null || mendTree(model) !== undefined
}

/** Migrates and clamps whatever was stored: only version 1 is accepted (spec: layout version), everything else starts from the defaults. */
export function mendRecord(stored: unknown): LayoutRecord {
	const record = isRecord(stored) && stored['version'] === 1 ? stored : {}
	const dock = fields(record['dock'])
	const layout = fields(record['layout'])
	const model = mendTree(dock['model'])
	return {
		version: 1,
		dock: { engine: model ? 'flexlayout' : 'none', model },
		layout: mendSizes(layout),
		global: { prefs: mendPrefs(fields(record['global'])['prefs']) },
	}
}

function mendSizes(layout: Record<string, unknown>): LayoutRecord['layout'] {
	const minSize = fields(layout['minSize'])
	const maxGrid = fields(layout['maxGrid'])
	const defaults = fields(layout['defaults'])
	return {
		minSize: { width: within(ranges.minWidth, minSize['width']), height: within(ranges.minHeight, minSize['height']) },
		maxGrid: { columns: within(ranges.columns, maxGrid['columns']), rows: within(ranges.rows, maxGrid['rows']) },
		defaults: { left: within(ranges.left, defaults['left']), right: within(ranges.right, defaults['right']), bottom: within(ranges.bottom, defaults['bottom']) },
	}
}

function mendPrefs(stored: unknown): Prefs {
	const free = Object.entries(fields(stored)).filter(([key, value]) => key !== '__proto__' && isPlain(value)).slice(0, mostPrefs)
	const prefs: Record<string, unknown> = Object.fromEntries(free)
	return {
		...prefs,
		defaultOpenLocation: dockPlaces.find((place) => place === prefs['defaultOpenLocation']) ?? 'center',
		footerAlign: alignments.find((side) => side === prefs['footerAlign']) ?? 'left',
	}
}

function isPlain(value: unknown): boolean {
	return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value.length <= longestPrefText)
}


export function fields(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {}
}
