// @vitest-environment happy-dom
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { contribute, runCommand, setCwd, setSurroundings } from '@drydock/web-kit'
import { renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import names from '../../packages/server-kit/src/workspace/cases/names.json' with { type: 'json' }
import checkpoints from '../checkpoints/server/index.ts'
import half from './server/index.ts'
import files from './web/index.ts'
import FilesPane from './web/FilesPane.tsx'
import { viewOf } from './web/git.ts'
import type { Row } from './web/rows.ts'
import { chosenPaths, everything, extended, only, toggled } from './web/selection.ts'
import { visibleText } from './web/VisibleName.tsx'

let app: TestApp
const opened: unknown[] = []
const editor = contribute({ commands: [{ id: 'editor.open', title: 'Open', hidden: true, run: (input) => void opened.push(input) }] })

beforeEach(async () => {
	opened.length = 0
	app = await testApp([half, checkpoints], { files: { 'src/main.ts': 'main', 'src/lib/util.ts': '', 'README.md': 'hello', '.gitignore': '' } })
	setSurroundings({ version: 'test', roots: [app.root], sandbox: '' })
	setCwd(app.root)
})
afterEach(() => app.close())

const show = () => renderPane(<FilesPane />, app, { halves: [files, editor] })
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(name.replace('.', '\\.')) })
const rowNames = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)

test('the tree shows folders first, opens lazily and opens a file in the editor', async () => {
	show()
	await row('README.md')
	expect(rowNames()).toEqual(['src', '.gitignore', 'README.md'])
	await userEvent.click(await row('src'))
	await userEvent.click(await row('main.ts'))
	expect(rowNames()).toEqual(['src', 'lib', 'main.ts', '.gitignore', 'README.md'])
	expect(opened).toEqual([{ cwd: app.root, path: 'src/main.ts', focus: false }])
})

test('a folder that was opened just before the pane went is open when it comes again', async () => {
	const { unmount } = show()
	await userEvent.click(await row('src'))
	unmount()
	show()
	await row('main.ts')
})

test('everything in the tree is reached by keyboard', async () => {
	show()
	const tree = await screen.findByRole('tree')
	tree.focus()
	await userEvent.keyboard('{Home}{ArrowRight}')
	await row('main.ts')
	await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
	expect(opened).toEqual([{ cwd: app.root, path: 'src/main.ts', focus: true }])
	await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
	await waitFor(() => expect(rowNames()).toEqual(['src', '.gitignore', 'README.md']))
	await userEvent.keyboard('re{Enter}')
	expect(opened.at(-1)).toEqual({ cwd: app.root, path: 'README.md', focus: true })
	await userEvent.keyboard('{End}{Home}')
	expect(tree.getAttribute('aria-activedescendant')).toBe('files-row-0')
})

test('a file made elsewhere appears by itself', async () => {
	show()
	await row('README.md')
	await writeFile(path.join(app.root, 'new.txt'), '')
	await row('new.txt')
})

test('a new file is made in the selected folder and opened; deleting it can be undone', async () => {
	show()
	await userEvent.click(await row('src'))
	await userEvent.click(screen.getByRole('button', { name: 'New File' }))
	await userEvent.type(await screen.findByLabelText('File name'), '/deep/a.ts{Enter}')
	await waitFor(() => expect(opened).toEqual([{ cwd: app.root, path: 'src/deep/a.ts', focus: true }]))
	expect(await readdir(path.join(app.root, 'src/deep'))).toEqual(['a.ts'])
	await userEvent.click(await row('README.md'))
	screen.getByRole('tree').focus()
	await userEvent.keyboard('{Delete}')
	await waitFor(async () => expect(await readdir(app.root)).not.toContain('README.md'))
	await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Deleted README.md'))
})

test('a new folder that cannot be made says so in the words of the specification', async () => {
	show()
	await row('README.md')
	await userEvent.click(screen.getByRole('button', { name: 'New Folder' }))
	await userEvent.type(await screen.findByLabelText('Folder name'), 'README.md/x{Enter}')
	await waitFor(() => expect(screen.getByRole('status').textContent).toContain('mkdir failed (409)'))
})

test('a new file whose name is taken says so in the words of the specification', async () => {
	show()
	await row('README.md')
	await userEvent.click(screen.getByRole('button', { name: 'New File' }))
	await userEvent.type(await screen.findByLabelText('File name'), 'README.md{Enter}')
	await waitFor(() => expect(screen.getByRole('status').textContent).toContain('fs/write 409'))
})

test('at most 50 files of a folder stand in the tree until all are asked for', async () => {
	await mkdir(path.join(app.root, 'many'))
	await Promise.all(Array.from({ length: 55 }, (_, index) => writeFile(path.join(app.root, 'many', `f${index}`), '')))
	show()
	await userEvent.click(await row('many'))
	// spec: tree files per folder
	const more = await row('5 more files')
	expect(screen.queryByRole('treeitem', { name: 'f54' })).toBeNull()
	await userEvent.click(more)
	await row('f54')
})

test('the filter shows what matches and the way to it', async () => {
	show()
	await userEvent.click(await row('src'))
	await row('main.ts')
	await userEvent.type(screen.getByLabelText('Filter'), 'MAIN')
	expect(rowNames()).toEqual(['src', 'main.ts'])
	await userEvent.keyboard('{Escape}')
	expect(rowNames()).toContain('README.md')
})

test('the lists show sizes, and breadcrumbs lead back', async () => {
	show()
	await row('README.md')
	await userEvent.click(screen.getByRole('button', { name: 'Show folders and files as lists' }))
	await screen.findByText('Folders (1)')
	await screen.findByText('5 B')
	await userEvent.click(screen.getByRole('option', { name: 'src' }))
	await screen.findByText('main.ts')
	for (const name of ['Open in Terminal', 'Use This Folder', 'Jump to Project Root']) expect(screen.getByRole('button', { name })).toBeTruthy()
	expect(screen.getByLabelText('Set as Project Root')).toHaveProperty('checked', true)
	const crumbs = screen.getByRole('navigation', { name: 'Folder' })
	await userEvent.click(within(crumbs).getByRole('button', { name: 'root' }))
	await screen.findByText('README.md')
})

test('a folder outside is an error with a way back', async () => {
	show()
	await row('README.md')
	setCwd('/nowhere')
	expect((await screen.findByRole('alert')).textContent).toContain('/nowhere lies outside the workspace.')
	expect(screen.getByRole('status').textContent).toContain('filetree/children 403')
	await userEvent.click(screen.getByRole('button', { name: 'Browse' }))
	const dialog = await screen.findByRole('dialog', { name: 'Choose a folder' })
	expect((await within(dialog).findByRole('alert')).textContent).toContain('fs/list 403')
	expect(within(dialog).getByRole('button', { name: 'Use This Folder' })).toBeTruthy()
})

test('hostile names are text: nothing runs, and what is invisible is shown', async () => {
	const hostile = names.filter(({ name }) => name !== undefined && name !== '.' && name !== '\0' && !name.includes('/')).map(({ name }) => name ?? '')
	for (const name of hostile) await writeFile(path.join(app.root, name), '')
	const { container } = show()
	await userEvent.click(await row('more files').catch(() => row('README.md')))
	await waitFor(() => expect(screen.getAllByRole('treeitem').length).toBe(hostile.length + 3))
	expect(container.querySelector('img, script')).toBeNull()
	expect(Reflect.get(globalThis, '__pwn')).toBeUndefined()
	const shown = screen.getAllByRole('treeitem').map((item) => item.querySelector('bdi')?.textContent)
	expect(shown).toContain('U+202Etxt.exe')
	expect(shown).toContain('newU+000Aline')
	expect(visibleText('\u202etxt.exe')).toBe('⟨U+202E⟩txt.exe')
})

test('the row that shows all files of a folder is reached by keyboard', async () => {
	await mkdir(path.join(app.root, 'many'))
	await Promise.all(Array.from({ length: 55 }, (_, index) => writeFile(path.join(app.root, 'many', `f${index}`), '')))
	show()
	await userEvent.click(await row('many'))
	await row('5 more files')
	screen.getByRole('tree').focus()
	await userEvent.keyboard('{ArrowDown>50/}{ArrowDown}{Enter}')
	await row('f54')
})

test('the warm-up of the appearance settings has the server read ahead; a failure is told and costs nothing else', async () => {
	localStorage.setItem('vt_fs_warmup', 'true')
	localStorage.setItem('vt_fs_warmup_budget', '3000')
	show()
	const status = async (): Promise<unknown> => (await app.fetch('/fs/cache_status')).json()
	await waitFor(async () => expect(await status()).toMatchObject({ indexes: [{ folder: app.root, files: 4, folders: 2 }] }))
	const told: unknown[] = []
	const hear = (event: Event) => told.push(event instanceof CustomEvent && event.detail)
	globalThis.addEventListener('vt:fs:error', hear)
	setCwd('/nowhere')
	await waitFor(() => expect(screen.getByRole('status').textContent).toContain('fs/warmup 403'))
	expect(told).toEqual([{ message: 'fs/warmup 403' }])
	globalThis.removeEventListener('vt:fs:error', hear)
	setCwd(app.root)
	await row('README.md')
})

test('files dropped elsewhere in the workspace are uploaded into the folder that is chosen', async () => {
	const { opened: panes } = show()
	await userEvent.click(await row('src'))
	await runCommand('files.upload', { files: [new File(['x'], 'new.bin')], entries: [] })
	await waitFor(() => expect(screen.getByRole('status').textContent).toContain('src/new.bin: Network error'))
	expect(panes).toEqual([{ id: 'files', options: { focus: true } }])
})

test('what git says of files, folders and what is inside them', () => {
	const view = viewOf({ is_repository: true, branch: 'main', ahead: 1, behind: 0, changed: [{ path: 'src/a.ts', state: 'modified' }, { path: 'src/lib/b.ts', state: 'conflict' }, { path: 'new/', state: 'untracked' }], ignored: ['dist/', 'x.log'] })
	expect(['src/a.ts', 'src', 'src/lib', 'new', 'new/deep/c.ts', 'other'].map(view.stateOf)).toEqual(['modified', 'conflict', 'conflict', 'untracked', 'untracked', undefined])
	expect(['dist', 'dist/out/a.js', 'x.log', 'src'].map(view.isIgnored)).toEqual([true, true, true, false])
	expect(viewOf({ is_repository: true, branch: 'main', ahead: 0, behind: 0, changed: [{ path: '', state: 'untracked' }], ignored: [] }).stateOf('a')).toBe('untracked')
})

test('a range, one more, one less: what is chosen', () => {
	const rows: Row[] = ['a', 'b', 'c', 'd'].map((name, index) => ({ kind: 'file', name, path: name, isLink: false, depth: 0, position: index + 1, siblings: 4 }))
	const range = extended(only('b'), rows, 'd')
	expect(chosenPaths(range, rows)).toEqual(['b', 'c', 'd'])
	expect(chosenPaths(extended(range, rows, 'a'), rows)).toEqual(['a', 'b'])
	expect(chosenPaths(toggled(range, 'c'), rows)).toEqual(['b', 'd'])
	expect(chosenPaths(everything(only('a'), rows), rows)).toEqual(['a', 'b', 'c', 'd'])
	// What is gone from the tree is never acted on.
	expect(chosenPaths(range, rows.slice(0, 3))).toEqual(['b', 'c'])
	expect(extended(only('gone'), rows, 'b')).toEqual(only('b'))
})
