import { expect, test } from 'vitest'
import { assetType, mayBeDropped, readDrop } from './drop-payload.ts'

const dropOf = (data: Record<string, string>) => ({ types: Object.keys(data), getData: (type: string) => data[type] ?? '' })
const file = (path: string) => [{ kind: 'file', path }]

test.each<[string, Record<string, string>, unknown[]]>([
	['an asset with a component', { [assetType]: '{"component":"files","title":"Files"}' }, [{ kind: 'pane', component: 'files', title: 'Files' }]],
	['an asset with a path', { [assetType]: '{"path":"src/a.ts","cwd":"/work"}' }, [{ kind: 'file', path: 'src/a.ts', cwd: '/work' }]],
	['JSON with a path', { 'application/json': '{"path":"a.ts"}' }, file('a.ts')],
	['a list of assets', { 'application/json': '[{"path":"a.ts"},{"component":"terminal"}]' }, [...file('a.ts'), { kind: 'pane', component: 'terminal' }]],
	['JSON as plain text', { 'text/plain': '{"component":"maestro"}' }, [{ kind: 'pane', component: 'maestro' }]],
	['an address list', { 'text/uri-list': '# two\r\nhttps://example.org/a\r\nfile:///home/me/my%20notes.md' }, [{ kind: 'link', url: 'https://example.org/a' }, ...file('/home/me/my notes.md')]],
	['a pane by its name', { 'text/plain': 'pane:files' }, [{ kind: 'pane', component: 'files' }]],
	['a path', { 'text/plain': 'src/main.ts' }, file('src/main.ts')],
	['a path of Windows', { 'text/plain': 'C:\\Users\\me\\a.ts' }, file('C:/Users/me/a.ts')],
	['a link', { 'text/plain': 'http://localhost:3000/x' }, [{ kind: 'link', url: 'http://localhost:3000/x' }]],
	['several lines', { 'text/plain': 'pane:files\nsrc/a.ts' }, [{ kind: 'pane', component: 'files' }, ...file('src/a.ts')]],
	['the asset before the text', { [assetType]: '{"path":"a.ts"}', 'text/plain': 'pane:files' }, file('a.ts')],
])('%s is taken', (_, data, expected) => {
	expect(mayBeDropped(dropOf(data))).toBe(true)
	expect(readDrop(dropOf(data))).toEqual(expected)
})

test.each<[string, Record<string, string>]>([
	['a word', { 'text/plain': 'hello' }],
	['nothing', { 'text/plain': '' }],
	['the engine’s own drag', { 'text/plain': '--flexlayout--' }],
	['a script', { 'text/uri-list': 'javascript:alert(1)', 'text/plain': 'javascript:alert(1)//' }],
	['a script as a path', { 'application/json': '{"path":"javascript:alert(1)/"}' }],
	['inline data', { 'text/plain': 'data:text/html,<script>alert(1)</script>/' }],
	['a pane of no possible name', { 'text/plain': 'pane:../../x<y>' }],
	['a path with a hidden line', { 'application/json': '{"path":"a\\nb/c"}' }],
	['a path that is not text', { 'application/json': '{"path":7}' }],
	['broken JSON', { 'application/json': '{"path":' }],
	['JSON of another kind', { 'application/json': '[null,7,"a/b"]' }],
	['an endless path', { 'text/plain': `a/${'b'.repeat(5000)}` }],
])('%s is left alone', (_, data) => {
	expect(readDrop(dropOf(data))).toEqual([])
})

test('a drop is bounded', () => {
	expect(readDrop(dropOf({ 'text/plain': 'a/b\n'.repeat(1000) }))).toHaveLength(50)
	expect(mayBeDropped({ types: ['Files'] })).toBe(false)
})
