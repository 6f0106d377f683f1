import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { candidateOf, match, patternOf, rankOf } from './fuzzy.ts'
import { testFiles } from './testing.ts'

const found = async (files: { workspace: Awaited<ReturnType<typeof testFiles>>['workspace'] }, cwd: string, query: string) => (await files.workspace.search(cwd, query, { limit: 100 })).found.map((one) => one.path)

function order(query: string, paths: readonly string[]): string[] {
	const pattern = patternOf(query)
	if (!pattern) return []
	const matches = paths.flatMap((one) => {
		const candidate = candidateOf(one)
		const result = rankOf(pattern, candidate) === undefined ? undefined : match(pattern, candidate)
		return result ? [{ one, score: result.score }] : []
	})
	return matches.sort((a, b) => b.score - a.score).map(({ one }) => one)
}

test.each([
	['filespane', ['web/FilesPane.tsx', 'files/web/pane.ts']],
	['fp', ['web/FilesPane.tsx', 'web/flip.ts']],
	['index', ['index.ts', 'src/index.test.ts', 'indexes/other.ts']],
	['server/idx', ['server/index.ts', 'server/deep/index.ts']],
	['read', ['README.md', 'src/thread.ts']],
	['total js', ['src/total.js', 'src/total.test.js']],
	['fbar', ['foo_bar.c', 'fabar.c', 'fxbxaxr.c']],
])('%s finds the likeliest path first', (query, expected) => {
	expect(order(query, [...expected.toReversed(), 'zzz/nothing.md'])).toEqual(expected)
})

test('what matched is marked, at the starts of words rather than somewhere', () => {
	const pattern = patternOf('ft')
	const marks = (one: string) => pattern && match(pattern, candidateOf(one))?.ranges.map(([from, to]) => one.slice(from, to))
	expect(marks('left/FilesTree.tsx')).toEqual(['F', 'T'])
	expect(marks('a/soft.ts')).toEqual(['ft'])
	const words = patternOf('src util')
	expect(words && match(words, candidateOf('src/lib/util.ts'))?.ranges).toEqual([[0, 3], [8, 12]])
})

test('every letter must be there, in order', () => {
	expect(order('xyz', ['axbycz.ts', 'zyx.ts'])).toEqual(['axbycz.ts'])
	expect(order('', ['a'])).toEqual([])
	expect(order('ÄÖ', ['äö.txt', 'ao.txt'])).toEqual(['äö.txt'])
	expect(order('İ', ['İstanbul.txt'])).toEqual(['İstanbul.txt'])
})

test('a project is searched as git sees it: ignored folders, nested rules and exceptions', async () => {
	await using files = await testFiles({
		'.gitignore': 'dist/\n*.log\n!keep.log\n/only-here.txt\n', '.git/info/exclude': 'private.txt\n', '.git/config': '',
		'src/note.txt': '', 'src/note.log': '', 'src/keep.log': '', 'dist/note.txt': '', 'node_modules/note/note.txt': '', 'only-here.txt': '', 'src/only-here.txt': '',
		'private.txt': '', 'src/lib/.gitignore': 'note*\n!note-good.txt', 'src/lib/note.txt': '', 'src/lib/note-good.txt': '',
	})
	expect((await found(files, files.root, 'note')).toSorted()).toEqual(['src/lib/note-good.txt', 'src/note.txt'])
	expect(await found(files, files.root, 'keep')).toEqual(['src/keep.log'])
	expect(await found(files, files.root, 'only-here')).toEqual(['src/only-here.txt'])
	expect(await found(files, files.root, 'private')).toEqual([])
	expect(await found(files, files.root, 'config')).toEqual([])
	// A folder inside: the rules above it hold, paths are from it.
	expect(await found(files, `${files.root}/src`, 'note')).toEqual(['lib/note-good.txt', 'note.txt'].toSorted((a, b) => a.length - b.length))
	expect(await found(files, `${files.root}/src`, 'only')).toEqual(['only-here.txt'])
})

test('what changes on disk is found without a new walk, also below new folders, and what is gone is not', async () => {
	let now = Date.now()
	const timers = new Set<() => void>()
	const clock = { now: () => now, after: (_: number, work: () => void) => (timers.add(work), () => void timers.delete(work)) }
	await using files = await testFiles({ 'a/one.txt': '', 'b/two.txt': '' }, { clock })
	expect(await found(files, files.root, 'txt')).toEqual(['a/one.txt', 'b/two.txt'])
	await mkdir(path.join(files.root, 'c/deep'), { recursive: true })
	await writeFile(path.join(files.root, 'c/deep/three.txt'), '')
	await rename(path.join(files.root, 'a/one.txt'), path.join(files.root, 'a/four.txt'))
	await rm(path.join(files.root, 'b'), { recursive: true })
	now += 60_000
	expect((await found(files, files.root, 'txt')).toSorted()).toEqual(['a/four.txt', 'c/deep/three.txt'])
	await writeFile(path.join(files.root, '.gitignore'), 'deep')
	now += 60_000
	expect(await found(files, files.root, 'txt')).toEqual(['a/four.txt'])
	await writeFile(path.join(files.root, '.gitignore'), 'four.*')
	now += 60_000
	expect(await found(files, files.root, 'txt')).toEqual(['c/deep/three.txt'])
	expect(files.workspace.indexes()).toMatchObject([{ folder: files.root, files: 2, folders: 3, truncated: false }])
})

test('a search never leaves the project: links are found but not followed, secret folders are not read', async () => {
	await using files = await testFiles({ 'in/plain.txt': '' })
	await writeFile(path.join(files.folder, 'secret.txt'), '')
	await mkdir(path.join(files.folder, 'away'))
	await writeFile(path.join(files.folder, 'away/secret-too.txt'), '')
	await symlink('../secret.txt', path.join(files.root, 'link-secret'))
	await symlink('../away', path.join(files.root, 'away'))
	await symlink('nowhere', path.join(files.root, 'broken'))
	expect(await found(files, files.root, 'secret')).toEqual(['link-secret'])
	const scan = await files.workspace.rescan(files.root)
	expect(scan).toMatchObject({ files: 4, folders: 1, truncated: false })
	expect(scan.issues.map(({ kind, path: where }) => [kind, where]).toSorted()).toEqual([['broken_link', 'broken'], ['outside_link', 'away'], ['outside_link', 'link-secret']])
	await expect(files.workspace.search('/etc', 'passwd', { limit: 5 })).rejects.toMatchObject({ code: 'workspace.outside' })
	await expect(files.workspace.search(`${files.root}/missing`, 'a', { limit: 5 })).rejects.toMatchObject({ code: 'workspace.not_found' })
})

test.skipIf(process.getuid?.() === 0)('a folder without permission is an issue and not an end', async () => {
	await using files = await testFiles({ 'open/a.txt': '', 'closed/b.txt': '' })
	await chmod(path.join(files.root, 'closed'), 0)
	expect((await files.workspace.rescan(files.root)).issues).toMatchObject([{ kind: 'unreadable', path: 'closed' }])
	await chmod(path.join(files.root, 'closed'), 0o700)
})

test('a hostile list of rules does not stop the server', async () => {
	await using files = await testFiles({ '.gitignore': `${'*a'.repeat(40)}b\n*.tmp\n`, [`${'a'.repeat(200)}.txt`]: '', 'b.tmp': '' })
	const begun = performance.now()
	expect(await found(files, files.root, 'aaaa')).toHaveLength(1)
	expect(await found(files, files.root, 'tmp')).toEqual([])
	expect(performance.now() - begun).toBeLessThan(15_000)
})

test('50,000 paths are searched within a key stroke', () => {
	const words = ['account', 'basket', 'client', 'document', 'engine', 'filter', 'gallery', 'handler', 'invoice', 'journal']
	const word = (index: number) => words[index % words.length] ?? ''
	const candidates = Array.from({ length: 50_000 }, (_, index) => candidateOf(`${word(index)}-${index % 500}/${word(index * 7)}/${word(index >> 3)}${word(index * 3)}-${index}.ts`))
	const times = ['i', 'in', 'inv', 'j', 'jh4', 'engine filter', 'e/f'].map((query) => {
		const pattern = patternOf(query)
		const begun = performance.now()
		const found = candidates.filter((candidate) => pattern && rankOf(pattern, candidate) !== undefined)
		for (const candidate of found.slice(0, 256)) expect(pattern && match(pattern, candidate)).toBeDefined()
		return performance.now() - begun
	})
	expect(times.toSorted((a, b) => a - b)[times.length >> 1]).toBeLessThan(50)
})
