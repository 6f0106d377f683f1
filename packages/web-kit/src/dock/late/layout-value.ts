// What is kept of a layout under a name or in a file: the panes and where they stand, without this device's sizes and preferences.
import { registry } from '../../contribute.ts'
import { toast } from '../../toasts.ts'
import { defaultTree } from '../default-tree.ts'
import { layoutRecord, showLayout } from '../layout-store.ts'
import { mendRecord } from '../record.ts'
import type { DockTree } from '../tree.ts'

export interface LayoutValue {
	version: 1
	dock: { engine: 'flexlayout'; model: DockTree }
}

/** The layout on the screen. */
export function currentValue(): LayoutValue {
	const model = layoutRecord().dock.model ?? defaultTree((id) => registry().panes.get(id)?.title ?? id)
	return { version: 1, dock: { engine: 'flexlayout', model } }
}

/** What can be shown of a value from elsewhere, if anything. */
export function readValue(value: unknown): DockTree | undefined {
	return mendRecord(value).dock.model
}

/** Shows a layout from elsewhere and offers the way back. */
export function openValue(name: string, value: unknown): void {
	const tree = readValue(value)
	if (!tree) {
		toast({ kind: 'error', message: `“${name}” holds no layout that can be shown.` })
		return
	}
	const undo = showLayout(tree)
	toast({ message: `Layout “${name}” is open`, ttlMs: 8000, action: { label: 'Undo', run: undo } })
}
