// @vitest-environment happy-dom
import { Actions, DockLocation, TabNode, TabSetNode, type BorderNode } from 'flexlayout-react'
import { beforeEach, expect, test } from 'vitest'
import { createRegistry, install } from '../contribute.ts'
import { defaultTree } from './default-tree.ts'
import { createDock, type Dock } from './dock.ts'
import { modelOf, treeOf } from './engine.ts'
import { layoutRecord, reloadLayout } from './layout-store.ts'
import { bordersOf, holderOf, tabsOf } from './nodes.ts'
import { mendRecord } from './record.ts'

/** The same numbers for the same seed, so that a failure can be repeated. */
function randomFrom(seed: number) {
	let state = seed
	const next = () => {
		state = (state + 0x6d2b79f5) | 0
		let t = Math.imul(state ^ (state >>> 15), 1 | state)
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
	}
	return { next, below: (count: number) => Math.floor(next() * count), of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T }
}
type Random = ReturnType<typeof randomFrom>

const junk: readonly unknown[] = [null, true, -1, 0, 1e308, 3.5, '', 'row', 'tabset', '__proto__', 'x'.repeat(5000), [], {}, [[]], { type: 'row' }, { type: 'tab', component: 'files' }, { type: 'tabset', children: [{ type: 'tab', id: 'files', component: 'docs' }] }]

/** Changes one place somewhere in a value: to junk, to a copy of another place, to nothing, or wraps it. */
function mutate(value: unknown, random: Random): unknown {
	const copy = structuredClone(value)
	const places: [holder: Record<string, unknown>, key: string][] = []
	const walk = (node: unknown) => {
		if (typeof node !== 'object' || node === null) return
		for (const key of Object.keys(node)) {
			places.push([node as Record<string, unknown>, key])
			walk((node as Record<string, unknown>)[key])
		}
	}
	walk(copy)
	if (places.length === 0) return random.of(junk)
	const [holder, key] = random.of(places)
	const [from, fromKey] = random.of(places)
	const changes = [() => (holder[key] = random.of(junk)), () => delete holder[key], () => (holder[key] = structuredClone(from[fromKey])), () => (holder[key] = { type: 'row', children: [structuredClone(holder[key])] })]
	random.of(changes)()
	return copy
}

const valid = () => ({ version: 1, dock: { engine: 'flexlayout', model: defaultTree((id) => id) }, layout: { minSize: { width: 300, height: 200 } }, global: { prefs: { footerAlign: 'right' } } })

beforeEach(() => {
	localStorage.clear()
	install(createRegistry([]))
	reloadLayout()
})

test('two thousand damaged records each give a record that can be shown and comes back the same', () => {
	const random = randomFrom(20_261_121)
	for (let round = 0; round < 2000; round++) {
		let damaged: unknown = valid()
		for (let times = 1 + random.below(12); times > 0; times--) damaged = mutate(damaged, random)
		const record = mendRecord(damaged)
		expect(mendRecord(structuredClone(record)), `round ${round}`).toEqual(record)
		const { model } = record.dock
		if (!model) continue
		const shown = modelOf(model)
		const ids = tabsOf(shown).map((tab) => tab.getId())
		expect(new Set(ids).size).toBe(ids.length)
		expect(treeOf(shown), `round ${round}`).toBeDefined()
	}
	expect(Object.hasOwn({}, 'type')).toBe(false)
})

const panes = ['files', 'maestro', 'docs', 'matrix', 'notes', 'plans', 'todo', 'settings', 'admin', 'deps']
const sides = [DockLocation.CENTER, DockLocation.LEFT, DockLocation.RIGHT, DockLocation.TOP, DockLocation.BOTTOM]

/** What a person may do, and what it does to the set of open panes. */
function step(dock: Dock, random: Random, open: Set<string>) {
	const tabs = tabsOf(dock.model)
	const tab = tabs.length > 0 ? random.of(tabs) : undefined
	const holders: (TabSetNode | BorderNode)[] = [...tabs.flatMap((each) => holderOf(each) ?? []), ...bordersOf(dock.model)]
	const acts = [
		() => {
			const id = random.of(panes)
			dock.open(id, { place: random.of(['center', 'left', 'right', 'top', 'bottom'] as const), select: random.next() < 0.8 })
			open.add(id)
		},
		() => tab && dock.dispatch(Actions.selectTab(tab.getId())),
		() => tab && dock.dispatch(Actions.moveNode(tab.getId(), random.of(holders).getId(), random.of(sides), random.below(3) - 1, true)),
		() => tab && dock.dispatch(Actions.renameTab(tab.getId(), `Tab ${random.below(9)}`)),
		() => tab instanceof TabNode && holderOf(tab) instanceof TabSetNode && dock.dispatch(Actions.maximizeToggle(holderOf(tab)?.getId() ?? '', tab.getLayoutId())),
		() => {
			if (!tab || random.next() < 0.5) return
			dock.dispatch(Actions.deleteTab(tab.getId()))
			open.delete(tab.getComponent() ?? '')
		},
		() => dock.reopen() && tabsOf(dock.model).forEach((each) => open.add(each.getComponent() ?? '')),
		() => tab && dock.dispatch(Actions.popoutTab(tab.getId())),
		() => tab && holderOf(tab) instanceof TabSetNode && dock.dispatch(Actions.closePopout(tab.getLayoutId())),
		() => tab && dock.noteFocus(tab.getId()),
	]
	random.of(acts)()
}

test.each([1, 2, 3, 4])('five hundred random actions lose no pane, and what is kept can be shown at every moment (seed %i)', (seed) => {
	const random = randomFrom(seed)
	const dock = createDock()
	dock.model.addChangeListener({ onAfterAction: (action) => dock.settle(action) })
	const open = new Set(tabsOf(dock.model).map((tab) => tab.getComponent() ?? ''))
	for (let round = 0; round < 500; round++) {
		step(dock, random, open)
		expect(new Set(tabsOf(dock.model).map((tab) => tab.getComponent())), `round ${round}`).toEqual(open)
		const { model } = layoutRecord().dock
		if (open.size > 0 && round > 10) expect(new Set(model && tabsOf(modelOf(model)).map((tab) => tab.getComponent())), `round ${round}`).toEqual(open)
		const current = dock.current()
		if (current) expect(tabsOf(dock.model)).toContain(current)
	}
})
