// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { readPreference } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import server from './server/index.ts'
import { noteDrafts } from './web/drafts.ts'
import notesHalf from './web/index.ts'
import NotesPane from './web/NotesPane.tsx'

let app: TestApp
beforeEach(async () => {
	app = await testApp(server)
})
afterEach(() => app.close())

const store = () => app.kernel.records.of<{ title: string; content: string }>('note', 'note')
const contentOf = async (id: string) => (await store().get(id)).value.content

test('is empty at first, and asks to select or create a note', async () => {
	expect(notesHalf.panes?.map(({ id }) => id)).toEqual(['notes'])
	renderPane(<NotesPane />, app)
	expect(await screen.findByText('No notes')).toBeTruthy()
	expect(screen.getByText('Select or create a note')).toBeTruthy()
})

test('a note is written, saved by itself, shown as Markdown, deleted and brought back', async () => {
	const view = renderPane(<NotesPane />, app)
	await userEvent.click(screen.getByRole('button', { name: 'New' }))
	await expect.poll(() => view.tab.config['note']).toBeTypeOf('string')
	const id = String(view.tab.config['note'])
	view.unmount()
	renderPane(<NotesPane />, app, { config: { note: id } })
	fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Shopping' } })
	fireEvent.change(screen.getByLabelText('Content'), { target: { value: '# Fish\n\n- cod' } })
	expect(screen.getByText('Saving')).toBeTruthy()
	await expect.poll(() => contentOf(id)).toBe('# Fish\n\n- cod')
	expect(await screen.findByRole('button', { name: /^Shopping/ })).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
	expect(await screen.findByRole('heading', { name: 'Fish' })).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Delete Shopping' }))
	await expect.poll(async () => (await store().list()).length).toBe(0)
})

test('the list is filtered by title, and by text from the server', async () => {
	await store().add({ title: 'Alpha', content: 'the harbour' }, 'a')
	await store().add({ title: 'Beta', content: 'the hill' }, 'b')
	renderPane(<NotesPane />, app)
	await screen.findByRole('button', { name: /^Alpha/ })
	await userEvent.type(screen.getByLabelText('Filter by title or text'), 'bet')
	expect(screen.queryByRole('button', { name: /^Alpha/ })).toBeNull()
	await userEvent.clear(screen.getByLabelText('Filter by title or text'))
	await userEvent.type(screen.getByLabelText('Filter by title or text'), 'harb')
	expect(await screen.findByText('In the text')).toBeTruthy()
	expect(screen.getByRole('button', { name: /^Alpha the harbour/ })).toBeTruthy()
})

test('a list that cannot be read says so', async () => {
	renderPane(<NotesPane />, { fetch: async () => Response.json({ error: 'disk is gone' }, { status: 400 }) })
	expect(await screen.findByText('Failed to load notes')).toBeTruthy()
	expect(screen.getByText('disk is gone')).toBeTruthy()
})

test('closing the tab right after a key saves at once', async () => {
	await store().add({ title: 'T', content: '' }, 'n')
	const view = renderPane(<NotesPane />, app, { config: { note: 'n' } })
	fireEvent.change(await screen.findByLabelText('Content'), { target: { value: 'last words' } })
	view.unmount()
	await expect.poll(() => contentOf('n')).toBe('last words')
})

test('text that cannot be saved stays in this browser, and is saved when the note is opened again', async () => {
	await store().add({ title: 'T', content: '' }, 'n')
	const fetch: typeof globalThis.fetch = (input, init) => (init?.method === 'PUT' ? Promise.reject(new TypeError('network')) : app.fetch(input, init))
	const view = renderPane(<NotesPane />, { fetch }, { config: { note: 'n' } })
	fireEvent.change(await screen.findByLabelText('Content'), { target: { value: 'written offline' } })
	fireEvent.blur(screen.getByLabelText('Content'))
	expect(await screen.findByText(/^Not saved: Network error/)).toBeTruthy()
	view.unmount()
	expect(readPreference(noteDrafts)['n']).toMatchObject({ content: 'written offline' })
	renderPane(<NotesPane />, app, { config: { note: 'n' } })
	await expect.poll(() => contentOf('n')).toBe('written offline')
	await expect.poll(() => readPreference(noteDrafts)).toEqual({})
})

test('two windows that write one note are told, with both versions; both can be kept', async () => {
	await store().add({ title: 'T', content: 'one' }, 'n')
	renderPane(<NotesPane />, app, { config: { note: 'n' } })
	const content = await screen.findByLabelText('Content')
	await store().change('n', { content: 'two' })
	fireEvent.change(content, { target: { value: 'mine' } })
	fireEvent.blur(content)
	const conflict = await screen.findByRole('alert', { name: 'Conflict' })
	expect(within(conflict).getByLabelText('Yours').textContent).toContain('mine')
	expect(within(conflict).getByLabelText('The other window’s').textContent).toContain('two')
	expect(await contentOf('n')).toBe('two')
	await userEvent.click(within(conflict).getByRole('button', { name: 'Keep both' }))
	await expect.poll(async () => (await store().list()).map(({ value }) => value)).toEqual([{ title: 'T', content: 'two' }, { title: 'T (my version)', content: 'mine' }])
})
