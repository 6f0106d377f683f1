// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { startModelServer, type ModelServer, type Scripted } from '@drydock/server-kit/testing/model-server.ts'
import { setCwd } from '@drydock/web-kit'
import { act, fireEvent, renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import { afterEach, expect, test } from 'vitest'
import approvals from '../../approvals/server/index.ts'
import checkpoints from '../../checkpoints/server/index.ts'
import settings from '../../settings/server/index.ts'
import tasks from '../../tasks/server/index.ts'
import maestro from '../server/index.ts'
import settingsWeb from '../../settings/web/index.ts'
import MaestroPane from './MaestroPane.tsx'

const halves = [maestro, tasks, approvals, checkpoints, settings]
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

async function setUp(scripted: Scripted, files: Record<string, string> = {}): Promise<{ app: TestApp; model: ModelServer }> {
	const model = await startModelServer(scripted)
	closers.push(() => model.close())
	const app = await testApp(halves, { files })
	closers.push(() => app.close())
	await app.kernel.models.configure({ provider: 'compatible', base_url: `${model.url}/v1`, model: 'scripted', key: 'k' })
	act(() => setCwd(app.root))
	return { app, model }
}

async function ask(text: string) {
	const box = await screen.findByLabelText('Task')
	fireEvent.change(box, { target: { value: text } })
	fireEvent.keyDown(box, { key: 'Enter' })
}

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n')
const editTwo: Scripted = {
	turns: [
		{ text: 'I read it first.', calls: [{ name: 'read', input: { path: 'a.txt' } }] },
		{ calls: [{ name: 'edit', input: { path: 'a.txt', edits: [{ old: 'line 3\n', new: 'third\n' }, { old: 'line 20\n', new: 'twentieth\n' }] } }] },
		{ text: 'Both lines are changed.\n\n```ts\nconst done = true\n```' },
	],
}

test('without a key the pane says so, takes one and is ready', async () => {
	const app = await testApp(halves)
	closers.push(() => app.close())
	const { opened } = renderPane(<MaestroPane />, app, { halves: [settingsWeb] })
	expect(await screen.findByText('No API key for OpenRouter yet.')).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
	expect(opened).toMatchObject([{ id: 'settings' }])
	await userEvent.click(screen.getByRole('button', { name: 'Paste key' }))
	const field = screen.getByLabelText('API key for OpenRouter')
	expect(field.getAttribute('type')).toBe('password')
	await userEvent.type(field, 'sk-or-a-secret')
	await userEvent.click(screen.getByRole('button', { name: 'Save key' }))
	await waitFor(() => expect(document.body.innerHTML).not.toContain('sk-or-a-secret'))
	await waitFor(() => expect(screen.queryByText('No API key for OpenRouter yet.')).toBeNull())
})

test('an empty task is refused in the specified words', async () => {
	const { app } = await setUp({ turns: [] })
	renderPane(<MaestroPane />, app)
	await userEvent.click(await screen.findByRole('button', { name: 'Run' }))
	expect(screen.getByRole('alert').textContent).toBe('error: task is required')
})

test('Shift+Enter makes a line and Enter sends', async () => {
	const { app, model } = await setUp({ turns: [{ text: 'Hello.' }] })
	renderPane(<MaestroPane />, app)
	const box = await screen.findByLabelText('Task')
	await userEvent.type(box, 'one{Shift>}{Enter}{/Shift}two{Enter}')
	expect(await screen.findByText('Hello.')).toBeTruthy()
	expect(model.requests[0]?.messages[0]?.text).toBe('one\ntwo')
	expect(box).toHaveProperty('value', '')
})

test('an example fills the box, and its words call for validators until they are on', async () => {
	const { app } = await setUp({ turns: [] })
	renderPane(<MaestroPane />, app)
	await userEvent.click(await screen.findByRole('button', { name: 'FastAPI tasks dashboard' }))
	expect(screen.getByLabelText('Task')).toHaveProperty('value', expect.stringContaining('FastAPI'))
	await userEvent.click(await screen.findByRole('button', { name: 'Enable validators' }))
	expect(screen.queryByText(/Validators are off/)).toBeNull()
	expect(screen.getByRole('button', { name: 'Run validators' }).getAttribute('aria-pressed')).toBe('true')
})

test('a run is shown as it happens: prose, code with Copy, rows, and its changes hunk by hunk', async () => {
	const { app } = await setUp(editTwo, { 'a.txt': lines })
	renderPane(<MaestroPane />, app)
	await ask('Change two lines')
	expect(await screen.findByText('Both lines are changed.')).toBeTruthy()
	expect(screen.getByText('I read it first.')).toBeTruthy()
	expect(await screen.findByText('const done = true')).toBeTruthy()
	expect(screen.getAllByRole('button', { name: /^Copy/ }).length).toBeGreaterThan(0)
	const row = screen.getByRole('button', { name: /^Read a\.txt/ })
	expect(row.textContent).toContain('done')
	await userEvent.click(row)
	expect((await screen.findByLabelText('Output')).textContent).toContain('line 30')

	const review = await screen.findByRole('region', { name: 'Changes' })
	await userEvent.click(within(review).getByRole('button', { name: /1 file changed/ }))
	await userEvent.click((await within(review).findAllByRole('button', { name: /^Accept a\.txt/ }))[1]!)
	expect(await within(review).findByText('kept')).toBeTruthy()
	await waitFor(() => expect(within(review).getAllByRole('button', { name: /^Reject a\.txt/ })[0]).toHaveProperty('disabled', false))
	await userEvent.click(within(review).getAllByRole('button', { name: /^Reject a\.txt/ })[0]!)
	expect(await within(review).findByText('Took back a.txt')).toBeTruthy()
	expect(await readFile(path.join(app.root, 'a.txt'), 'utf8')).toBe(lines.replace('line 20\n', 'twentieth\n'))

	const undo = within(review).getByRole('button', { name: 'Undo' })
	await waitFor(() => expect(undo).toHaveProperty('disabled', false))
	await userEvent.click(undo)
	await waitFor(() => expect(within(review).queryByText('Took back a.txt')).toBeNull())
	expect(await readFile(path.join(app.root, 'a.txt'), 'utf8')).toBe(lines.replace('line 3\n', 'third\n').replace('line 20\n', 'twentieth\n'))
})

test('a whole run is taken back, and what a person edited since is left alone and listed', async () => {
	const { app } = await setUp(editTwo, { 'a.txt': lines })
	renderPane(<MaestroPane />, app)
	await ask('Change two lines')
	await screen.findByText('Both lines are changed.')
	const { kernel, root } = app
	await kernel.workspace.write({ cwd: root, path: 'a.txt', content: lines.replace('line 3\n', 'mine\n').replace('line 20\n', 'twentieth\n') }, { kind: 'user', label: 'You' })
	const review = await screen.findByRole('region', { name: 'Changes' })
	await userEvent.click(await within(review).findByRole('button', { name: 'Take back all' }))
	expect(await within(review).findByText(/The same lines were edited since/)).toBeTruthy()
	expect(await readFile(path.join(root, 'a.txt'), 'utf8')).toContain('mine\n')
})

const command = 'node -e "process.exit(3)" && true'
const running: Scripted = { turns: [{ calls: [{ name: 'run', input: { command } }] }, { text: 'As you wish.' }] }

test('a command waits with exactly what would run, and A or R on its card decides', async () => {
	const { app, model } = await setUp(running)
	renderPane(<MaestroPane />, app)
	await ask('Run it')
	const card = await screen.findByRole('group', { name: /wants to run a command/ })
	expect(within(card).getByLabelText('Command').textContent).toBe(command)
	expect(within(card).getByText(app.root)).toBeTruthy()
	expect(within(card).getByText(/expires in/)).toBeTruthy()
	expect(screen.getByRole('button', { name: 'Needs you' })).toBeTruthy()
	await userEvent.type(within(card).getByLabelText('Reason, told to the agent'), 'Rather not')
	fireEvent.keyDown(card, { key: 'r' })
	expect(await screen.findByText('As you wish.')).toBeTruthy()
	expect(screen.getByText('You: Rather not')).toBeTruthy()
	expect(screen.getByRole('button', { name: /^Run node.*denied/ })).toBeTruthy()
	expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain('Rather not')
})

test('a question is answered by one of its options', async () => {
	const { app, model } = await setUp({ turns: [{ calls: [{ name: 'ask', input: { question: 'Which colour?', options: ['Red', 'Blue'] } }] }, { text: 'Painted.' }] })
	renderPane(<MaestroPane />, app)
	await ask('Paint it')
	await userEvent.click(await screen.findByRole('button', { name: 'Blue' }))
	expect(await screen.findByText('Painted.')).toBeTruthy()
	expect(model.requests.at(-1)?.messages.at(-1)?.text).toBe('The user answers: Blue')
})

test('a plan is one line that unfolds to a checklist', async () => {
	const items = [{ text: 'Look', status: 'done' }, { text: 'Mend', status: 'active' }]
	const { app } = await setUp({ turns: [{ calls: [{ name: 'plan', input: { items } }] }, { text: 'Planned.' }] })
	renderPane(<MaestroPane />, app)
	await ask('Plan it')
	const plan = await screen.findByRole('region', { name: 'Plan' })
	expect(plan.textContent).toContain('1/2Mend')
	await userEvent.click(within(plan).getByRole('button'))
	expect(within(plan).getAllByRole('listitem')).toHaveLength(2)
})

test('a message is queued while it runs, and the run can be stopped', async () => {
	const { app, model } = await setUp({ turns: [{ text: 'slow '.repeat(200), delayMs: 20 }, { text: 'Never said.' }] })
	renderPane(<MaestroPane />, app)
	await ask('Take your time')
	await screen.findByText(/slow slow/)
	await ask('Also the docs')
	expect(await screen.findByText('Also the docs')).toBeTruthy()
	expect(await screen.findByText('Queued: read before the next step')).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
	expect(await screen.findByRole('button', { name: 'Go on' })).toBeTruthy()
	expect(screen.getAllByText('Stopped').length).toBeGreaterThan(0)
	expect(model.requests).toHaveLength(1)
})

test('a reload shows the same run again, once and whole', async () => {
	const { app } = await setUp(editTwo, { 'a.txt': lines })
	const first = renderPane(<MaestroPane />, app)
	await ask('Change two lines')
	await screen.findByText('Both lines are changed.')
	const config = { ...first.tab.config }
	first.unmount()
	renderPane(<MaestroPane />, app, { config })
	expect(await screen.findAllByText('Both lines are changed.')).toHaveLength(1)
	expect(screen.getAllByText('Change two lines').length).toBeGreaterThan(0)
	expect(screen.getAllByRole('button', { name: /^Edit a\.txt/ })).toHaveLength(1)
})

test('a conversation goes on after its end, with what was said before above it', async () => {
	const { app, model } = await setUp({ turns: [{ text: 'First answer.' }, { text: 'Second answer.' }] })
	renderPane(<MaestroPane />, app)
	await ask('One')
	await screen.findByText('First answer.')
	await waitFor(() => expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy())
	await ask('Two')
	expect(await screen.findByText('Second answer.')).toBeTruthy()
	expect(await screen.findByText('First answer.')).toBeTruthy()
	expect(model.requests.at(-1)?.messages.map(({ text }) => text)).toEqual(['One', 'First answer.', 'Two'])
})

test('history lists the runs and opens one; New task goes back to the start', async () => {
	const { app } = await setUp({ turns: [{ text: 'First answer.' }] })
	renderPane(<MaestroPane />, app)
	await ask('One')
	await screen.findByText('First answer.')
	await userEvent.click(screen.getByRole('button', { name: 'New task' }))
	expect(await screen.findByText(/Maestro works in/)).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'History' }))
	await userEvent.click(await screen.findByRole('button', { name: /^One/ }))
	expect(await screen.findByText('First answer.')).toBeTruthy()
})

test('a provider that refuses the key ends the run with a sentence, Retry and Settings', async () => {
	const { app, model } = await setUp({ turns: [{ fault: { kind: 'status', status: 401, message: 'bad key', times: 1 } }] })
	renderPane(<MaestroPane />, app)
	await ask('Hello')
	const failed = await screen.findByText(/refused the key/, { selector: '.Banner-text' })
	const banner = failed.closest('.Banner')
	if (!(banner instanceof HTMLElement)) throw new Error('no banner')
	expect(within(banner).getByRole('button', { name: 'Settings' })).toBeTruthy()
	model.play({ turns: [{ text: 'Now it works.' }] })
	await userEvent.click(within(banner).getByRole('button', { name: 'Retry' }))
	expect(await screen.findByText('Now it works.')).toBeTruthy()
})
