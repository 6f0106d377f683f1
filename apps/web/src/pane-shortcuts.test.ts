// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { allCommands, install } from '@drydock/web-kit'
import { registry } from './capabilities.ts'

test.each([
	['layout', 'Alt+1'],
	['appearance', 'Alt+2'],
	['files', 'Alt+3'],
	['agent-editor', 'Alt+4'],
	['grokChat', 'Alt+Shift+G'],
])('the pane %s opens by %s', (id, keys) => {
	expect(registry.panes.get(id)?.shortcut).toBe(keys)
})

test('no shortcut runs two commands, and none of one part of the page does two things there', () => {
	install(registry)
	const everywhere = allCommands().flatMap(({ shortcut }) => shortcut?.split(' or ') ?? [])
	const within = [...registry.shortcuts.values()].filter(({ keys }) => keys !== '').map(({ scope, keys }) => `${scope}: ${keys}`)
	for (const used of [everywhere, within]) expect(used).toEqual([...new Set(used)])
})
