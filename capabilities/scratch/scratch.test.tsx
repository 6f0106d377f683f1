// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { createApi, setProjectRoot } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import server from './server/index.ts'
import scratchHalf from './web/index.ts'
import MemoryPane from './web/MemoryPane.tsx'
import PlansPane from './web/PlansPane.tsx'
import { find } from './web/snippets/finder.ts'
import SnippetsPane from './web/SnippetsPane.tsx'
import TodoPane from './web/TodoPane.tsx'

let app: TestApp
beforeEach(async () => {
	app = await testApp(server)
})
afterEach(() => app.close())

test('has its panes', () => {
	expect(scratchHalf.panes?.map(({ id }) => id)).toEqual(['memory', 'plans', 'todo', 'snippets'])
})

const column = (name: string) => screen.findByRole('region', { name })
const cards = async (name: string) => within(await column(name)).queryAllByRole('button', { name: /^(?!Actions)/ }).map(({ textContent }) => textContent)

async function addPlans(...titles: string[]) {
	for (const title of titles) {
		await userEvent.type(await screen.findByLabelText('New plan', { selector: 'input' }), `${title}{Enter}`)
		expect(await screen.findByRole('button', { name: title })).toBeTruthy()
	}
}

test('a plan starts as todo, and the counters follow it through the menu', async () => {
	renderPane(<PlansPane />, app)
	await addPlans('Write it')
	expect((await column('Todo')).querySelector('h2')?.textContent).toBe('Todo 1')
	await userEvent.click(screen.getByRole('button', { name: 'Actions for Write it' }))
	await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Move to Done' }))
	await expect.poll(() => cards('Done')).toEqual(['Write it'])
	expect((await column('Todo')).querySelector('h2')?.textContent).toBe('Todo 0')
})

test('the keyboard picks a card up, moves it among columns and places, and drops it', async () => {
	renderPane(<PlansPane />, app)
	await addPlans('a', 'b')
	const press = (key: string) => fireEvent.keyDown(screen.getByRole('button', { name: 'b' }), { key })
	press('ArrowRight')
	expect(await cards('Todo')).toEqual(['a', 'b'])
	press(' ')
	press('ArrowUp')
	await expect.poll(() => cards('Todo')).toEqual(['b', 'a'])
	press('ArrowRight')
	await expect.poll(() => cards('In progress')).toEqual(['b'])
	expect(document.activeElement?.textContent).toBe('b')
	await expect.poll(() => screen.getByText('b: In progress')).toBeTruthy()
	press('Escape')
	await expect.poll(() => cards('Todo')).toEqual(['a', 'b'])
})

test('a card is dragged into another column', async () => {
	renderPane(<PlansPane />, app)
	await addPlans('a')
	const data = new Map<string, string>()
	const dataTransfer = { setData: (type: string, value: string) => void data.set(type, value), getData: (type: string) => data.get(type) ?? '', get types() { return [...data.keys()] } }
	fireEvent.dragStart(screen.getByRole('listitem'), { dataTransfer })
	fireEvent.dragOver(await column('Done'), { dataTransfer })
	fireEvent.drop(await column('Done'), { dataTransfer })
	await expect.poll(() => cards('Done')).toEqual(['a'])
})

test('what is dragged from elsewhere is left alone', async () => {
	renderPane(<PlansPane />, app)
	await addPlans('a')
	const dataTransfer = { types: ['Files'], getData: () => '' }
	expect(fireEvent.drop(await column('Done'), { dataTransfer })).toBe(true)
	expect(await cards('Done')).toEqual([])
})

test('a removed plan is gone', async () => {
	renderPane(<PlansPane />, app)
	await addPlans('a')
	fireEvent.keyDown(screen.getByRole('button', { name: 'a' }), { key: 'Delete' })
	await expect.poll(() => cards('Todo')).toEqual([])
})

test('todos are added, ticked, filtered, given a priority and deleted', async () => {
	renderPane(<TodoPane />, app)
	expect(await screen.findByText('Nothing to do')).toBeTruthy()
	for (const text of ['milk', 'bread']) {
		await userEvent.type(screen.getByLabelText('New todo', { selector: 'input' }), `${text}{Enter}`)
		expect(await screen.findByLabelText(text)).toBeTruthy()
	}
	expect(screen.getByLabelText<HTMLSelectElement>('Priority of milk').value).toBe('medium')
	await userEvent.selectOptions(screen.getByLabelText('Priority of milk'), 'high')
	await userEvent.click(screen.getByLabelText('milk'))
	await expect.poll(() => screen.getByLabelText<HTMLInputElement>('milk').checked).toBe(true)
	expect(screen.getByLabelText<HTMLSelectElement>('Priority of milk').value).toBe('high')
	await userEvent.click(screen.getByRole('button', { name: /^Open/ }))
	expect(screen.queryByLabelText('milk')).toBeNull()
	expect(screen.getByLabelText('bread')).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: /^Done/ }))
	await userEvent.click(screen.getByRole('button', { name: 'Delete milk' }))
	expect(await screen.findByText('Nothing here')).toBeTruthy()
	expect(screen.getByRole('button', { name: /^All/ }).textContent).toBe('All 1')
})

test.each([
	['plans', <PlansPane key="plans" />, 'The plans could not be read'],
	['todos', <TodoPane key="todos" />, 'The todos could not be read'],
])('%s that cannot be read say so', async (_, pane, text) => {
	renderPane(pane, { fetch: async () => Response.json({ error: 'disk is gone' }, { status: 400 }) })
	expect(await screen.findByText(text)).toBeTruthy()
})

test('memory is empty at first; a note is added by a question, found, changed and deleted', async () => {
	setProjectRoot(app.root)
	renderPane(<MemoryPane />, app)
	expect(await screen.findByText('No memory notes yet')).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Add' }))
	await userEvent.type(await screen.findByLabelText('Note'), 'Use tabs, not spaces.')
	await userEvent.click(screen.getByRole('button', { name: 'Remember' }))
	expect((await screen.findByRole('listitem')).textContent).toContain('Use tabs, not spaces.')
	await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
	await userEvent.type(screen.getByLabelText('Search'), 'absent')
	expect(screen.queryByRole('listitem')).toBeNull()
	await userEvent.clear(screen.getByLabelText('Search'))
	await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
	await userEvent.type(await screen.findByLabelText('Note'), ' Always.')
	await userEvent.click(screen.getByRole('button', { name: 'Save' }))
	await expect.poll(() => screen.getByRole('listitem').textContent).toContain('Use tabs, not spaces. Always.')
	await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
	await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
	expect(await screen.findByText('No memory notes yet')).toBeTruthy()
})

test('agents read memory only when it is switched on, and a file that came with the project only when accepted', async () => {
	await app.kernel.workspace.makeFolder(app.root, '.agents/memory', { kind: 'user', label: 'You' })
	await app.kernel.workspace.write({ cwd: app.root, path: '.agents/memory/rule.md', content: 'From the repository.' }, { kind: 'user', label: 'You' })
	setProjectRoot(app.root)
	renderPane(<MemoryPane />, app)
	await userEvent.click(await screen.findByLabelText('Agents read the notes of this project'))
	await expect.poll(async () => (await app.kernel.memory.switches(app.root)).project).toBe(true)
	expect(await app.kernel.memory.forAgents(app.root)).toBeUndefined()
	expect(screen.getByText(/^Not read by agents/)).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Let agents read it' }))
	await expect.poll(() => app.kernel.memory.forAgents(app.root)).toContain('From the repository.')
	await expect.poll(() => screen.queryByText(/^Not read by agents/)).toBeNull()
})

test('a snippet is saved only with a title and a body, found by its text, changed and deleted', async () => {
	renderPane(<SnippetsPane />, app)
	expect(await screen.findByText('No snippets yet')).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'New' }))
	const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
	fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Greeting' } })
	expect(save.disabled).toBe(true)
	fireEvent.change(screen.getByLabelText('Body'), { target: { value: ' ' } })
	expect(save.disabled).toBe(true)
	fireEvent.change(screen.getByLabelText('Body'), { target: { value: 'Hello ${name:you}' } })
	expect(screen.getByText('Asks for: name')).toBeTruthy()
	await userEvent.click(save)
	const row = await screen.findByRole('button', { name: /^Greeting/ })
	expect(row.textContent).toBe('GreetingHello ${name:you}')
	await expect.poll(() => save.disabled).toBe(true)
	fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Salute' } })
	await userEvent.click(save)
	expect(await screen.findByRole('button', { name: /^Salute/ })).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Delete snippet' }))
	expect(await screen.findByText('No snippets yet')).toBeTruthy()
})

test('leaving an unsaved snippet asks first', async () => {
	await app.kernel.records.of('snippet', 'snippet').add({ title: 'Other', body: 'x' })
	renderPane(<SnippetsPane />, app, { config: { isNew: true } })
	fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Half done' } })
	await userEvent.click(await screen.findByRole('button', { name: /^Other/ }))
	await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
	expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Half done')
})

test('the palette finds snippets by words of their title', async () => {
	const store = app.kernel.records.of('snippet', 'snippet')
	await store.add({ title: 'React effect', body: 'useEffect(() => {\n})' })
	await store.add({ title: 'Licence', body: 'Apache' })
	const api = createApi('http://127.0.0.1:8000', { fetch: app.fetch })
	expect(await find('eff rea', { api, signal: AbortSignal.timeout(5000) })).toMatchObject([{ title: 'React effect', note: 'useEffect(() => {' }])
})
