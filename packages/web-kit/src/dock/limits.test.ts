// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { I18nLabel, Model, TabNode, type IJsonSubLayout } from 'flexlayout-react'
import { expect, test } from 'vitest'
import { defaultTree } from './default-tree.ts'
import { modelOf } from './engine.ts'
import { dockLabel } from './labels.ts'
import { hardMinimum, ranges, within, type Range } from './limits.ts'
import { mendRecord } from './record.ts'

test.each<[name: string, range: Range, least: number, most: number, initial: number]>([
	['spec: tab set minimum width', ranges.minWidth, 200, 1000, 240],
	['spec: tab set minimum height', ranges.minHeight, 140, 1000, 160],
	['spec: grid columns and rows', ranges.columns, 1, 8, 4],
	['spec: grid columns and rows', ranges.rows, 1, 8, 4],
	['spec: default left width', ranges.left, 160, 800, 280],
	['spec: default right width', ranges.right, 160, 800, 360],
	['spec: default bottom height', ranges.bottom, 120, 800, 240],
])('%s is held within its range', (_, range, least, most, initial) => {
	expect([within(range, least - 1), within(range, least), within(range, most), within(range, most + 1)]).toEqual([least, least, most, most])
	expect([within(range, undefined), within(range, 'wide'), within(range, Number.NaN)]).toEqual([initial, initial, initial])
})

test('only one version of the record is read, another one starts from the defaults', () => {
	const prefs = { footerAlign: 'right' }
	// spec: layout version
	expect(mendRecord({ version: 1, global: { prefs } })).toMatchObject({ version: 1, global: { prefs } })
	expect(mendRecord({ version: 2, global: { prefs } })).toEqual(mendRecord(undefined))
})

test('the docking engine works with the specified sizes', async () => {
	const model = modelOf(defaultTree((id) => id))
	const set = model.getFirstTabSet()
	const tab = set?.getChildren()[0]
	if (!set || !(tab instanceof TabNode)) throw new Error('the default layout has no tab')
	// spec: hard minimum tab set
	expect(hardMinimum).toEqual({ width: 200, height: 140 })
	expect(set.getAttrMinWidth()).toBe(200)
	// spec: tab maximum
	expect([set.getAttrMaxWidth(), tab.getMaxWidth()]).toEqual([99_999, 99_999])
	// spec: border size
	expect(defaultTree((id) => id).borders.map(({ size }) => size)).toEqual([200, 200, 200, 200])
	// spec: splitter
	expect(await readFile(path.join(import.meta.dirname, 'Dock.css'), 'utf8')).toContain('--flexlayout-splitter-active-size: 8px;')
})

test('windows open 600 by 400, each 50 px further than the one before', () => {
	const { layout } = defaultTree((id) => id)
	const popout = (): IJsonSubLayout => ({ layout: { type: 'row', children: [{ type: 'tabset', children: [{ type: 'tab', component: 'matrix' }] }] } })
	const { subLayouts } = Model.fromJson({ global: {}, layout, subLayouts: { a: popout(), b: popout() } }).toJson()
	// spec: popout window
	expect(Object.values(subLayouts ?? {}).map(({ rect }) => [rect?.width, rect?.height])).toEqual([[600, 400], [600, 400]])
	// spec: popout offset
	const [first, second] = Object.values(subLayouts ?? {}).map(({ rect }) => rect)
	expect([Number(second?.x) - Number(first?.x), Number(second?.y) - Number(first?.y)]).toEqual([50, 50])
})

test.each([
	[I18nLabel.Close_Tab, 'Close'],
	[I18nLabel.Close_Tabset, 'Close tab set'],
	[I18nLabel.Maximize, 'Maximize tab set'],
	[I18nLabel.Restore, 'Restore tab set'],
	[I18nLabel.Popout_Tab, 'Popout selected tab'],
	[I18nLabel.Overflow_Menu_Tooltip, 'Hidden tabs'],
])('the dock calls %s "%s"', (key, label) => {
	expect(dockLabel(key)).toBe(label)
})
