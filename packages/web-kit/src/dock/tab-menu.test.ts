// @vitest-environment happy-dom
import { Actions, DockLocation, TabNode } from 'flexlayout-react'
import { expect, test } from 'vitest'
import { defaultTree } from './default-tree.ts'
import { modelOf } from './engine.ts'
import { tabMenu } from './tab-menu.ts'

function tabsOfFiles() {
	const model = modelOf(defaultTree((id) => id))
	const home = model.getNodeById('files')?.getParent()
	for (const id of ['a', 'b']) model.doAction(Actions.addTab({ type: 'tab', id, component: id, name: id }, home?.getId() ?? '', DockLocation.CENTER, -1, false))
	const names = () => home?.getChildren().map((tab) => tab.getId())
	const choose = (id: string, label: string) => {
		const tab = model.getNodeById(id)
		if (!(tab instanceof TabNode)) throw new Error(`no tab ${id}`)
		const item = tabMenu(tab, (action) => void model.doAction(action)).find((each) => each !== 'separator' && each.label === label)
		if (item === undefined || item === 'separator') throw new Error(`no item ${label}`)
		if (!item.disabled) item.onSelect()
		return item
	}
	return { names, choose }
}

test.each([
	['a', 'Close', ['files', 'b']],
	['a', 'Close others', ['a']],
	['a', 'Close to the right', ['files', 'a']],
])('on tab %s, "%s" leaves %j', (id, label, left) => {
	const { names, choose } = tabsOfFiles()
	choose(id, label)
	expect(names()).toEqual(left)
})

test('a tab set is maximized and restored', () => {
	const { choose } = tabsOfFiles()
	choose('a', 'Maximize tab set')
	expect(choose('a', 'Restore tab set').disabled).toBeFalsy()
})

test('only what can be done is offered: no splitting of a single tab, no popout of a popout', () => {
	const model = modelOf(defaultTree((id) => id))
	const labels = (id: string) => {
		const tab = model.getNodeById(id)
		if (!(tab instanceof TabNode)) throw new Error(`no tab ${id}`)
		return tabMenu(tab, (action) => void model.doAction(action)).flatMap((item) => (item === 'separator' ? [] : item.label))
	}
	expect(labels('matrix')).toEqual(['Close', 'Close others', 'Close to the right', 'Reopen closed tab', 'Rename…', 'Split right', 'Split down', 'Maximize tab set', 'Popout tab'])
	expect(labels('files')).not.toContain('Split right')
	model.doAction(Actions.popoutTab('files'))
	expect(labels('files')).toContain('Dock window back')
	expect(labels('files')).not.toContain('Popout tab')
})

test('the last tab has none to its right', () => {
	expect(tabsOfFiles().choose('b', 'Close to the right').disabled).toBe(true)
})
