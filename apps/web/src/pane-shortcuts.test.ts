// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { registry } from './capabilities.ts'

test.each([
	['layout', 'Alt+1'],
	['appearance', 'Alt+2'],
	['files', 'Alt+3'],
	['grokChat', 'Alt+Shift+G'],
])('the pane %s opens by %s', (id, keys) => {
	expect(registry.panes.get(id)?.shortcut).toBe(keys)
})

test('no shortcut opens two panes', () => {
	const used = [...registry.panes.values()].flatMap(({ shortcut }) => shortcut ?? [])
	expect(used).toEqual([...new Set(used)])
})
