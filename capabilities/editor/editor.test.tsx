// @vitest-environment happy-dom
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { createApi, runCommand, setCwd, setSurroundings } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import server from '../files/server/index.ts'
import { createDocuments } from './web/documents.ts'
import type { Draft, Drafts } from './web/drafts.ts'
import EditorPane from './web/EditorPane.tsx'
import editor from './web/index.ts'
import { keyOf } from './web/open-file.ts'
import { caretFrom, editorFontSize, rulersFrom, wrapColumnFrom } from './web/preferences.ts'
import { requestFrom } from './web/requests.ts'

// The rich engine needs a browser's layout; here the plain text field stands for it, as where the engine cannot run.
let app: TestApp

beforeEach(async () => {
	app = await testApp(server, { files: { 'a.txt': 'one\ntwo\n', 'src/b.ts': 'let b' } })
	setSurroundings({ version: 'test', roots: [app.root], sandbox: '' })
	setCwd(app.root)
})
afterEach(() => app.close())

const show = (config = {}) => renderPane(<EditorPane />, app, { halves: [editor], config })
const onDisk = (name: string) => readFile(path.join(app.root, name), 'utf8')
const field = (name = 'a.txt') => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const open = (input = {}) => runCommand('editor.open', { cwd: app.root, path: 'a.txt', ...input })
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sav/ })

test('a file is opened, changed and saved', async () => {
	const { tab } = show()
	expect(await screen.findByText('(no file)')).toBeTruthy()
	expect(saveButton().disabled).toBe(true)
	await open({ line: 2 })
	expect((await field()).value).toBe('one\ntwo\n')
	fireEvent.change(await field(), { target: { value: 'changed\n' } })
	await waitFor(() => expect(tab.isDirty).toBe(true))
	await userEvent.click(saveButton())
	await waitFor(async () => expect(await onDisk('a.txt')).toBe('changed\n'))
	await waitFor(() => expect(saveButton().textContent).toBe('Save'))
	expect(saveButton().disabled).toBe(true)
	expect([tab.isDirty, tab.title]).toEqual([false, 'a.txt'])
	expect(tab.config).toMatchObject({ files: [{ cwd: app.root, path: 'a.txt' }] })
})

test('a file that is renamed, or whose folder is, stays open with its unsaved text and is saved in its new place', async () => {
	const { tab } = show()
	await open()
	fireEvent.change(await field(), { target: { value: 'typed\n' } })
	await open({ path: 'src/b.ts' })
	fireEvent.change(await field('src/b.ts'), { target: { value: 'let c' } })
	await rename(path.join(app.root, 'a.txt'), path.join(app.root, 'z.txt'))
	await rename(path.join(app.root, 'src'), path.join(app.root, 'lib'))
	await runCommand('editor.moved', { cwd: app.root, moved: [{ from: 'a.txt', to: 'z.txt' }, { from: 'src', to: 'lib' }] })
	expect((await field('lib/b.ts')).value).toBe('let c')
	expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['z.txt', 'b.ts'])
	fireEvent.change(await field('lib/b.ts'), { target: { value: 'let d' } })
	expect(tab.config).toMatchObject({ active: keyOf({ cwd: app.root, path: 'lib/b.ts' }) })
	await userEvent.click(saveButton())
	await waitFor(() => expect(saveButton().disabled).toBe(true))
	await userEvent.click(screen.getByRole('tab', { name: /z\.txt/ }))
	expect((await field('z.txt')).value).toBe('typed\n')
	await userEvent.click(saveButton())
	await waitFor(async () => expect([await onDisk('z.txt'), await onDisk('lib/b.ts')]).toEqual(['typed\n', 'let d']))
	await waitFor(() => expect(tab.isDirty).toBe(false))
	expect(await readdir(app.root)).toEqual(['lib', 'z.txt'])
})

test('what was open comes back with the tab', async () => {
	const files = [{ cwd: app.root, path: 'a.txt' }, { cwd: app.root, path: 'src/b.ts' }]
	show({ files, active: keyOf({ cwd: app.root, path: 'src/b.ts' }) })
	expect((await field('src/b.ts')).value).toBe('let b')
	expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['a.txt', 'b.ts'])
})

test('a clean file follows the disk; a changed one keeps its edits and says so', async () => {
	show()
	await open()
	await field()
	await writeFile(path.join(app.root, 'a.txt'), 'from elsewhere')
	await waitFor(async () => expect((await field()).value).toBe('from elsewhere'))
	fireEvent.change(await field(), { target: { value: 'mine' } })
	await writeFile(path.join(app.root, 'a.txt'), 'again')
	expect(await screen.findByText(/This file changed on disk/)).toBeTruthy()
	expect((await field()).value).toBe('mine')
	await userEvent.click(screen.getByRole('button', { name: 'Reload from disk' }))
	expect((await field()).value).toBe('again')
})

test('a save over a change that was not seen is refused and asks', async () => {
	const documents = createDocuments({ api: createApi('http://127.0.0.1:8000', { fetch: app.fetch }), engine: Promise.resolve(undefined), drafts: memoryDrafts() })
	const at = { cwd: app.root, path: 'a.txt' }
	const key = await documents.open(at)
	documents.find(key)?.buffer?.replace('mine')
	await writeFile(path.join(app.root, 'a.txt'), 'theirs')
	expect(await documents.save(key)).toBe(false)
	expect(documents.find(key)).toMatchObject({ isConflict: true, isDirty: true, other: { text: 'theirs' } })
	expect(await onDisk('a.txt')).toBe('theirs')
	documents.keepMine(key)
	expect(await documents.save(key)).toBe(true)
	expect(await onDisk('a.txt')).toBe('mine')

	documents.find(key)?.buffer?.replace('more')
	await rm(path.join(app.root, 'a.txt'))
	expect(await documents.save(key)).toBe(false)
	expect(documents.find(key)).toMatchObject({ isConflict: true, other: { etag: 'absent' } })
	documents.keepMine(key)
	expect(await documents.save(key)).toBe(true)
	expect(await onDisk('a.txt')).toBe('more')
})

function memoryDrafts(kept = new Map<string, Draft>()): Drafts & { kept: Map<string, Draft> } {
	return { kept, get: async (key) => kept.get(key), put: async (draft) => void kept.set(draft.key, draft), remove: async (key) => void kept.delete(key), keys: async () => [...kept.keys()] }
}

test('unsaved text outlives the window, and is no truth when the file changed meanwhile', async () => {
	const drafts = memoryDrafts()
	const api = createApi('http://127.0.0.1:8000', { fetch: app.fetch })
	const start = () => createDocuments({ api, engine: Promise.resolve(undefined), drafts })
	const at = { cwd: app.root, path: 'a.txt' }
	const first = start()
	const key = await first.open(at)
	first.find(key)?.buffer?.replace('typed')
	await waitFor(() => expect(drafts.kept.get(key)?.text).toBe('typed'))

	const second = start()
	await second.open(at)
	expect(second.find(key)).toMatchObject({ isDirty: true, isRestored: true })
	expect(second.find(key)?.buffer?.text()).toBe('typed')
	await second.keepDrafts()

	await writeFile(path.join(app.root, 'a.txt'), 'changed')
	const third = start()
	await third.open(at)
	expect(third.find(key)).toMatchObject({ isDirty: false, draft: 'typed' })
	expect(third.find(key)?.buffer?.text()).toBe('changed')
	third.restoreDraft(key)
	expect(await third.save(key)).toBe(true)
	expect(await onDisk('a.txt')).toBe('typed')
	await waitFor(() => expect(drafts.kept.size).toBe(0))
})

test('of two windows that restore the same unsaved text one saves it, and the other is told', async () => {
	const drafts = memoryDrafts()
	const api = createApi('http://127.0.0.1:8000', { fetch: app.fetch })
	const start = () => createDocuments({ api, engine: Promise.resolve(undefined), drafts })
	const at = { cwd: app.root, path: 'a.txt' }
	const closed = start()
	const key = await closed.open(at)
	closed.find(key)?.buffer?.replace('typed')
	await closed.keepDrafts()
	const [first, second] = [start(), start()]
	for (const window of [first, second]) await window.open(at)
	second.find(key)?.buffer?.replace('typed and more')
	expect(await first.save(key)).toBe(true)
	expect(await second.save(key)).toBe(false)
	expect(second.find(key)).toMatchObject({ isDirty: true, isConflict: true, other: { text: 'typed' } })
	expect(second.find(key)?.buffer?.text()).toBe('typed and more')
	expect(await onDisk('a.txt')).toBe('typed')
})

test('what was left unsaved is opened, also when its file is gone', async () => {
	const drafts = memoryDrafts(new Map([[keyOf({ cwd: app.root, path: 'gone.txt' }), { key: keyOf({ cwd: app.root, path: 'gone.txt' }), text: 'typed', etag: 'x', at: 0 }]]))
	const documents = createDocuments({ api: createApi('http://127.0.0.1:8000', { fetch: app.fetch }), engine: Promise.resolve(undefined), drafts })
	await documents.openUnsaved()
	const [file] = documents.get().files
	expect(file).toMatchObject({ path: 'gone.txt', isDirty: true, isRestored: true, etag: 'absent' })
	expect(await documents.save(file?.key ?? '')).toBe(true)
	expect(await onDisk('gone.txt')).toBe('typed')
})

test('bytes that are no text are not opened, a missing file says so', async () => {
	await writeFile(path.join(app.root, 'x.bin'), Buffer.of(0, 255))
	show()
	await open({ path: 'x.bin' })
	expect((await screen.findByRole('alert')).textContent).toContain('x.bin is not text')
	await open({ path: 'gone.txt' })
	await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('gone.txt does not exist.'))
	expect(screen.getByRole('alert').textContent).toContain('Failed to read file')
	expect(screen.getByRole('alert').textContent).toContain('fs/read failed 404')
})

test('a save that fails says so and loses nothing', async () => {
	let answer = () => {}
	const answered = new Promise<void>((resolve) => (answer = resolve))
	const fetch: typeof globalThis.fetch = async (input, init) => {
		if (!String(input).includes('/fs/write')) return app.fetch(input, init)
		await answered
		return new Response('{}', { status: 503 })
	}
	renderPane(<EditorPane />, { fetch }, { halves: [editor] })
	await open()
	fireEvent.change(await field(), { target: { value: 'mine' } })
	await userEvent.click(saveButton())
	await waitFor(() => expect(saveButton().textContent).toBe('Saving…'))
	expect(saveButton().disabled).toBe(true)
	answer()
	expect((await screen.findByRole('alert')).textContent).toContain('Failed to save (API missing or error). Check server logs.')
	expect((await field()).value).toBe('mine')
	expect(await onDisk('a.txt')).toBe('one\ntwo\n')
})

test('Diff with Saved opens over the text and Escape closes it', async () => {
	show()
	await open()
	fireEvent.change(await field(), { target: { value: 'mine' } })
	await userEvent.click(screen.getByRole('menuitem', { name: 'View' }))
	await userEvent.click(await screen.findByRole('menuitem', { name: /Diff with Saved/ }))
	await screen.findByRole('dialog', { name: 'Diff with Saved' })
	await userEvent.keyboard('{Escape}')
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('closing remembers the file, and an unsaved one asks first', async () => {
	show()
	await open()
	fireEvent.change(await field(), { target: { value: 'mine' } })
	await userEvent.click(screen.getByRole('button', { name: 'Close a.txt' }))
	await userEvent.click(await screen.findByRole('button', { name: 'Close without saving' }))
	expect(await screen.findByText('No file is open')).toBeTruthy()
	await userEvent.click(screen.getByRole('menuitem', { name: 'File' }))
	await userEvent.click(await screen.findByRole('menuitem', { name: /Reopen Closed File/ }))
	expect((await field()).value).toBe('one\ntwo\n')
})

test.each([
	[{ path: 'a.ts', line: 3 }, { path: 'a.ts', line: 3 }],
	[{ file: './a.ts', line: '7' }, { path: 'a.ts', line: 7 }],
	[{ path: 'a.ts', line: -1 }, { path: 'a.ts', line: undefined }],
	[{ line: 3 }, undefined],
] as const)('an editor-open event %j asks for %j', (input, wanted) => {
	const request = requestFrom(input)
	if (wanted === undefined) expect(request).toBeUndefined()
	else expect(request).toMatchObject(wanted)
})

test('an absolute path is found under its root', () => {
	expect(requestFrom({ path: `${app.root}/src/b.ts` })).toMatchObject({ cwd: app.root, path: 'src/b.ts' })
})

test('numbers that people type are checked as the specification says', () => {
	// spec: rulers
	expect([rulersFrom('80, 120'), rulersFrom('0'), rulersFrom('501'), rulersFrom('')]).toEqual([[80, 120], undefined, undefined, []])
	// spec: wrap column
	expect([wrapColumnFrom(''), wrapColumnFrom('10'), wrapColumnFrom('240'), wrapColumnFrom('9'), wrapColumnFrom('241')]).toEqual([0, 10, 240, undefined, undefined])
	// spec: editor font size
	expect([editorFontSize.initial, editorFontSize.clamp(7), editorFontSize.clamp(33)]).toEqual([13, 8, 32])
	expect([caretFrom('12'), caretFrom('12:5'), caretFrom('0'), caretFrom('x')]).toEqual([{ line: 12, column: 1 }, { line: 12, column: 5 }, undefined, undefined])
})
