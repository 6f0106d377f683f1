// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fontSize, themeChoice } from './appearance.ts'
import { bridgedEvents, listenForEvents } from './bridge.ts'
import { contribute, createRegistry, install } from './contribute.ts'
import { setPaneOpener } from './panes.ts'
import { readPreference } from './preferences.ts'
import { project } from './project.ts'
import './testing.tsx'

const did: unknown[] = []
let stop = () => {}
const names = ['maestro.run', 'project.run', 'new-project.create', 'image.generate', 'image.result', 'preview.open', 'editor.open', 'problems.receive', 'layout.reset', 'palette.open', 'header.toggle', 'footer.toggle', 'sidebar.toggle', 'super-dock.add', 'super-dock.toggle', 'feedback.open']

beforeEach(() => {
	did.length = 0
	const pane = (id: string) => ({ id, title: id, category: 'Fun' as const, description: id, load: async () => ({ default: () => undefined }) })
	install(createRegistry([contribute({ panes: [pane('files'), pane('onboarding')], commands: names.map((id) => ({ id, title: id, run: (input) => void did.push([id, input]) })) })]))
	setPaneOpener((id, { config }) => did.push([`opens ${id}`, config]))
	stop = listenForEvents()
})
afterEach(() => stop())

const send = (name: string, detail?: unknown) => dispatchEvent(new CustomEvent(name, { detail }))

test.each<[string, unknown, unknown]>([
	['vt:agent:run', { task: 'Count' }, ['maestro.run', { task: 'Count' }]],
	['vt:project:run', { kind: 'docker' }, ['project.run', { kind: 'docker' }]],
	['vt:newProject:create', { name: 'my-app' }, ['new-project.create', { name: 'my-app' }]],
	['vt:image:generate', { prompt: 'A dock' }, ['image.generate', { prompt: 'A dock' }]],
	['vt:image:result', { ok: false }, ['image.result', { ok: false }]],
	['vt:browserPreview:navigate', { path: 'index.html' }, ['preview.open', { path: 'index.html' }]],
	['vt:editor:open', { path: 'a.ts', line: 3 }, ['editor.open', { path: 'a.ts', line: 3 }]],
	['vt:lsp:diagnostics', { uri: 'file:///a.ts' }, ['problems.receive', { uri: 'file:///a.ts' }]],
	['vt:onboarding:open', undefined, ['opens onboarding', undefined]],
	['vt:layout:open', { id: 'files', config: { cwd: '/x' } }, ['opens files', { cwd: '/x' }]],
	['vt:layout:open', { component: 'files' }, ['opens files', undefined]],
	['vt:layout:reset', undefined, ['layout.reset', {}]],
	['vt:palette:open', undefined, ['palette.open', {}]],
	['vt:header:toggle', undefined, ['header.toggle', {}]],
	['vt:footer:toggle', undefined, ['footer.toggle', {}]],
	['vt:sidebar:toggle', undefined, ['sidebar.toggle', {}]],
	['vt:superDock:open', { component: 'files' }, ['super-dock.add', { component: 'files' }]],
	['vt:superDock:toggle', undefined, ['super-dock.toggle', {}]],
	['vt:feedback:open', undefined, ['feedback.open', {}]],
])('%s with %j', (name, detail, expected) => {
	send(name, detail)
	expect(did).toEqual([expected])
})

test('a folder, a preference and a theme are taken, each only when it is good', () => {
	send('vt:cwd:selected', { cwd: '/elsewhere' })
	send('vt:cwd:selected', { cwd: 7 })
	expect(project().cwd).toBe('/elsewhere')
	send('vt:prefs:update', { key: 'font_size', value: 99 })
	send('vt:prefs:update', { key: 'no_such', value: 1 })
	expect(readPreference(fontSize)).toBe(18)
	expect(localStorage.getItem('vt_no_such')).toBeNull()
	send('vt:theme:set', { theme: 'light' })
	send('vt:theme:set', { theme: 'plaid' })
	expect(readPreference(themeChoice)).toBe('light')
})

test.each(bridgedEvents)('%s with nonsense does no harm, and nothing after it stopped', (name) => {
	for (const detail of [undefined, null, 'text', [], 42, { id: {}, cwd: [], key: 1 }]) send(name, detail)
	stop()
	did.length = 0
	send(name, { id: 'files', path: 'a' })
	expect(did).toEqual([])
})
