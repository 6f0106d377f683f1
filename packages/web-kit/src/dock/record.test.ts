// @vitest-environment happy-dom
import { TabNode, type Model } from 'flexlayout-react'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultTree } from './default-tree.ts'
import { modelOf, treeOf } from './engine.ts'
import { ranges } from './limits.ts'
import { defaultRecord, isReadable, mendRecord, type LayoutRecord } from './record.ts'

interface Case {
	name: string
	record?: unknown
	tabs?: number
	nest?: number
	fill?: number
	longName?: number
	longConfig?: number
	manyPrefs?: number
}

const cases: Case[] = JSON.parse(readFileSync(path.join(import.meta.dirname, 'cases/records.json'), 'utf8'))
const withTabs = (children: unknown[]) => ({ version: 1, dock: { model: { layout: { type: 'row', children: [{ type: 'tabset', children }] } } } })

/** Records too large to stand in a file. */
function recordOf({ record, nest, fill, longName, longConfig, manyPrefs }: Case): unknown {
	if (nest) return { version: 1, dock: { model: { layout: Array.from({ length: nest }).reduce((inner) => ({ type: 'row', children: [inner] }), { type: 'row', children: [] }) } } }
	if (fill) return withTabs(Array.from({ length: fill }, () => ({ type: 'tab', component: 'files' })))
	if (longName) return withTabs([{ type: 'tab', component: 'files', name: 'x'.repeat(longName) }])
	if (longConfig) return withTabs([{ type: 'tab', component: 'files', config: { text: 'x'.repeat(longConfig) } }])
	if (manyPrefs) return { version: 1, global: { prefs: Object.fromEntries(Array.from({ length: manyPrefs }, (_, n) => [`p${n}`, n])) } }
	return record
}

function tabsIn(model: Model): number {
	let count = 0
	model.visitNodes((node) => void (node instanceof TabNode && count++))
	return count
}

const inRange = ({ layout }: LayoutRecord) =>
	[
		[ranges.minWidth, layout.minSize.width],
		[ranges.minHeight, layout.minSize.height],
		[ranges.columns, layout.maxGrid.columns],
		[ranges.rows, layout.maxGrid.rows],
		[ranges.left, layout.defaults.left],
		[ranges.right, layout.defaults.right],
		[ranges.bottom, layout.defaults.bottom],
	] as const

test.each(cases)('a layout record can be $name', (each) => {
	const record = mendRecord(recordOf(each))
	expect(record.version).toBe(1)
	for (const [range, value] of inRange(record)) expect(value).toSatisfy((size: number) => size >= range.least && size <= range.most)
	expect(['center', 'left', 'right', 'top', 'bottom']).toContain(record.global.prefs.defaultOpenLocation)
	expect(['left', 'center', 'right']).toContain(record.global.prefs.footerAlign)
	expect(JSON.stringify(record).length).toBeLessThan(100_000)
	expect(Object.hasOwn({}, 'polluted')).toBe(false)
	if (each.tabs === undefined) expect(record.dock.model).toBeUndefined()
	else expect(tabsIn(modelOf(record.dock.model ?? defaultTree((id) => id)))).toBe(each.tabs)
	expect(mendRecord(structuredClone(record))).toEqual(record)
})

test('records of another version start from the defaults of the specification', () => {
	expect(mendRecord({ version: 2 })).toEqual({
		version: 1,
		dock: { engine: 'none', model: undefined },
		layout: { minSize: { width: 240, height: 160 }, maxGrid: { columns: 4, rows: 4 }, defaults: { left: 280, right: 360, bottom: 240 } },
		global: { prefs: { defaultOpenLocation: 'center', footerAlign: 'left' } },
	})
})

test('the default layout is Files, Maestro beside Grok Chat, Matrix and Terminal', () => {
	const { layout, borders } = defaultTree((id) => id)
	expect(borders.map(({ location, children }) => [location, children.length])).toEqual([['left', 0], ['right', 0], ['top', 0], ['bottom', 0]])
	const [left, right] = layout.children
	expect(left).toMatchObject({ weight: 20, children: [{ component: 'files' }] })
	expect(right).toMatchObject({
		weight: 80,
		children: [{ weight: 70, children: [{ children: [{ component: 'maestro' }] }, { children: [{ component: 'grokChat' }] }] }, { weight: 30, selected: 1, children: [{ component: 'matrix' }, { component: 'terminal' }] }],
	})
})

test('tabs in the borders are kept when all others were closed', () => {
	const tree = { layout: { type: 'row', children: [] }, borders: [{ location: 'left', children: [{ type: 'tab', component: 'files' }] }] }
	const { model } = mendRecord({ version: 1, dock: { model: tree } }).dock
	if (!model) throw new Error('nothing kept')
	expect(tabsIn(modelOf(model))).toBe(1)
	expect(treeOf(modelOf(model))?.borders[0]?.children).toMatchObject([{ component: 'files' }])
})

test('a layout that was shown and saved comes back the same', () => {
	const tree = defaultTree((id) => id)
	const again = treeOf(modelOf(tree))
	expect(again && treeOf(modelOf(again))).toEqual(again)
	expect(again?.layout.children.length).toBe(tree.layout.children.length)
})

test('a record is told apart from one that can no longer be read', () => {
	for (const fine of [undefined, null, defaultRecord(), { version: 1, dock: { engine: 'flexlayout', model: defaultTree((id) => id) } }]) expect(isReadable(JSON.parse(JSON.stringify(fine ?? null)))).toBe(true)
	for (const broken of ['{"version":1,"do', [], 7, {}, { version: 2 }, { version: 1, dock: { model: 'nonsense' } }, { version: 1, dock: { model: { layout: { type: 'row', children: [] } } } }]) expect(isReadable(broken)).toBe(false)
})
