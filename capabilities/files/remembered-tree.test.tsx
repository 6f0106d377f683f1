// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { readPreference, setCwd, setSurroundings } from '@drydock/web-kit'
import { renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import half from './server/index.ts'
import FilesPane from './web/FilesPane.tsx'
import { recallTree, rememberedTree, rememberTree } from './web/remembered-tree.ts'

test('after a reload the open folders stand there before the server has answered', async () => {
	const app = await testApp(half, { files: { 'src/main.ts': 'main', 'README.md': 'hello' } })
	setSurroundings({ version: 'test', roots: [app.root], sandbox: '' })
	setCwd(app.root)
	const first = renderPane(<FilesPane />, app)
	await userEvent.click(await screen.findByRole('treeitem', { name: /src/ }))
	await screen.findByRole('treeitem', { name: /main\.ts/ })
	await waitFor(() => expect(readPreference(rememberedTree)).toMatchObject({ cwd: app.root, expanded: ['src'], folders: [['', { total: 2 }], ['src', { names: ['main.ts'] }]] }))
	first.unmount()

	renderPane(<FilesPane />, { fetch: () => new Promise<Response>(() => {}) })
	expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['src', 'main.ts', 'README.md'])
	await app.close()
})

test('another folder starts anew, and of a large tree only so much is kept as a screen shows', () => {
	const content = (count: number) => ({ names: Array.from({ length: count }, (_, index) => `file-${index}`), kinds: '0'.repeat(count), total: count })
	const state = (count: number) => ({ content: content(count), isLoading: false, isWhole: false })
	rememberTree('/a', { expanded: new Set(['', 'big', 'small']), folders: new Map([['', state(3)], ['big', state(10_000)], ['small', state(2)]]), isPolling: false })
	expect([...recallTree('/a').expanded]).toEqual(['', 'big', 'small'])
	expect([...recallTree('/a').folders.keys()]).toEqual([''])
	expect(recallTree('/b')).toEqual({ expanded: new Set(['']), folders: new Map() })
})

test.each([7, 'text', {}, { cwd: 1 }, { cwd: '/a', expanded: 'x', folders: [] }, { cwd: '/a', expanded: [1, null], folders: [[1, 2], ['x'], ['x', null], ['x', { names: 'x' }], ['x', { names: ['a'], kinds: '', total: 1 }]] }])('a stored tree that is none, %j, is as good as nothing', (stored) => {
	const { expanded, folders } = rememberedTree.clamp(stored)
	expect([expanded, folders]).toEqual([[], []])
})
