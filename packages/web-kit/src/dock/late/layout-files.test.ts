// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { useToasts } from '../../toasts.ts'
import { layoutRecord, reloadLayout } from '../layout-store.ts'
import { openFile, parseLayoutFile } from './layout-files.ts'
import { currentValue } from './layout-value.ts'

const value = { version: 1, dock: { model: { layout: { type: 'row', children: [{ type: 'tabset', children: [{ type: 'tab', component: 'matrix' }] }] } } } }
const file = (name: string, text: string) => Object.assign(new Blob([text]), { name })
const said = () => useToasts.getState().toasts.map(({ message }) => message)

beforeEach(() => {
	localStorage.clear()
	reloadLayout()
	useToasts.setState({ toasts: [] })
})

test.each([
	['as it was exported', 'x.layout.json', JSON.stringify({ drydock: 'layout', name: 'Review', value }), { name: 'Review', value }],
	['with a bare record', 'mine.json', JSON.stringify(value), { name: 'mine', value }],
	['of another kind', 'x.json', '{"drydock":"settings","value":{}}', { name: 'x', value: undefined }],
	['without a record', 'package.json', '{"name":"prices"}', { name: 'package', value: undefined }],
	['with a list', 'x.json', '[1]', { name: 'x', value: undefined }],
	['cut off', 'x.json', '{"drydock":"lay', { name: 'x', value: undefined }],
])('a file %s', (_, name, text, expected) => {
	expect(parseLayoutFile(name, text)).toEqual(expected)
})

test('an imported layout is shown, and the one before comes back by Undo', async () => {
	const before = currentValue()
	await openFile(file('x.layout.json', JSON.stringify({ drydock: 'layout', name: 'Rain', value })))
	expect(layoutRecord().dock.model?.layout.children[0]).toMatchObject({ children: [{ component: 'matrix' }] })
	expect(said()).toEqual(['Layout “Rain” is open'])
	useToasts.getState().toasts[0]?.action?.run()
	expect(currentValue().dock.model.layout).toEqual(before.dock.model.layout)
})

test.each([
	['no layout file', 'notes.json', '{"a":1}', 'notes.json is not a layout file.'],
	['a file with a broken layout', 'x.json', JSON.stringify({ drydock: 'layout', name: 'X', value: { version: 1, dock: { model: { layout: 5 } } } }), '“X” holds no layout that can be shown.'],
	['a file of two megabytes', 'x.json', ' '.repeat(2 * 1024 * 1024), 'x.json is not a layout file.'],
])('%s changes nothing and says so', async (_, name, text, sentence) => {
	const before = layoutRecord()
	await openFile(file(name, text))
	expect(said()).toEqual([sentence])
	expect(layoutRecord()).toBe(before)
})
