import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFiles } from './index.ts'
import { agent, takingBack, testFiles, you } from './testing.ts'

type Files = Awaited<ReturnType<typeof testFiles>>

const tree = async (files: Files) => (await readdir(files.root, { recursive: true })).toSorted()
const text = (files: Files, name: string) => readFile(path.join(files.root, name), 'utf8')
const undo = (files: Files, entry: string | undefined) => files.ledger.takeBack({ entry: entry ?? '' }, takingBack)

test('several things go into the trash as one entry, come back as they were, and go again', async () => {
	await using files = await testFiles({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'c.txt': 'c', 'stays.txt': '' })
	await symlink('c.txt', path.join(files.root, 'link'))
	const before = await tree(files)
	const gone = await files.workspace.discard(files.root, ['src', 'src/a.ts', 'c.txt', 'link', 'missing'], you)
	expect(gone).toMatchObject({ done: ['src', 'c.txt', 'link'], failed: [{ path: 'missing', message: 'missing does not exist.' }] })
	expect(await tree(files)).toEqual(['stays.txt'])
	expect((await files.workspace.trash()).map((item) => [item.path, item.isFolder]).toSorted()).toEqual([['c.txt', false], ['link', false], ['src', true]])
	const back = await undo(files, gone.entry)
	expect(back.conflicts).toEqual([])
	expect(await tree(files)).toEqual(before)
	expect([await text(files, 'src/deep/b.ts'), await readlink(path.join(files.root, 'link'))]).toEqual(['b', 'c.txt'])
	expect(await files.workspace.trash()).toEqual([])
	const again = await undo(files, back.entry)
	expect(await tree(files)).toEqual(['stays.txt'])
	await undo(files, again.entry)
	expect(await tree(files)).toEqual(before)
	expect(await files.ledger.entries({ limit: 10 })).toHaveLength(4)
})

test('what stands in the way of a restore is never replaced', async () => {
	await using files = await testFiles({ 'a.txt': 'old', 'b/c.txt': 'c' })
	const gone = await files.workspace.discard(files.root, ['a.txt', 'b'], you)
	await writeFile(path.join(files.root, 'a.txt'), 'new')
	const back = await undo(files, gone.entry)
	expect(back).toMatchObject({ restored: ['b'], conflicts: [{ path: 'a.txt', reason: 'Something else stands there now.' }] })
	expect(await text(files, 'a.txt')).toBe('new')
	const [left] = await files.workspace.trash()
	await expect(files.workspace.restore(left?.id ?? '', you)).rejects.toMatchObject({ code: 'workspace.exists' })
	await rm(path.join(files.root, 'a.txt'))
	const restored = await files.workspace.restore(left?.id ?? '', you)
	expect([await text(files, 'a.txt'), restored.entry]).toEqual(['old', expect.any(String)])
	await expect(files.workspace.restore(left?.id ?? '', you)).rejects.toMatchObject({ code: 'workspace.not_in_trash' })
})

test('the trash is bounded: the oldest go for good, and the history says so', async () => {
	await using files = await testFiles({ 'a.txt': '12345', 'b.txt': '12345', 'c.txt': '12345', 'd.txt': '1' }, { trashLimits: { bytes: 10, items: 3, days: 30 } })
	const first = await files.workspace.discard(files.root, ['a.txt'], you)
	for (const name of ['b.txt', 'c.txt']) await files.workspace.discard(files.root, [name], you)
	expect((await files.workspace.trash()).map((item) => item.path)).toEqual(['c.txt', 'b.txt'])
	expect(await undo(files, first.entry)).toMatchObject({ restored: [], conflicts: [{ reason: 'a.txt is no longer in the trash.' }] })
	await files.workspace.emptyTrash()
	expect(await files.workspace.trash()).toEqual([])
	expect(await readdir(path.join(files.data, 'trash'))).toEqual([])
})

test('folders move with all that is in them, and back, also when they are large', async () => {
	await using files = await testFiles({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'lib/c.ts': '', 'd.ts': 'd' })
	const before = await tree(files)
	const moved = await files.workspace.move(files.root, ['src', 'd.ts', 'lib'], 'lib', you)
	expect(moved).toMatchObject({ done: ['lib/src', 'lib/d.ts'], failed: [{ path: 'lib', message: 'lib cannot be moved into itself.' }] })
	expect(await text(files, 'lib/src/deep/b.ts')).toBe('b')
	const back = await undo(files, moved.entry)
	expect(back.conflicts).toEqual([])
	expect(await tree(files)).toEqual(before)
	await undo(files, back.entry)
	expect(await text(files, 'lib/src/a.ts')).toBe('a')
	const renamed = await files.workspace.rename(files.root, 'lib', 'library', you)
	await undo(files, renamed.entry)
	expect(await text(files, 'lib/d.ts')).toBe('d')
})

test('nothing is moved over something else', async () => {
	await using files = await testFiles({ 'a.txt': 'a', 'into/a.txt': 'other', 'b/x': '', 'into/b/y': '' })
	expect(await files.workspace.move(files.root, ['a.txt', 'b'], 'into', you)).toMatchObject({ entry: undefined, done: [], failed: [{ path: 'a.txt' }, { path: 'b', message: 'into/b exists already.' }] })
	expect([await text(files, 'into/a.txt'), await text(files, 'a.txt')]).toEqual(['other', 'a'])
	expect(await files.ledger.entries({ limit: 10 })).toEqual([])
})

test('copies keep content, modes and links, get a free name and can be taken back', async () => {
	await using files = await testFiles({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'note.txt': 'n' })
	await symlink('a.ts', path.join(files.root, 'src/link'))
	await writeFile(path.join(files.root, 'src/run.sh'), '', { mode: 0o755 })
	await writeFile(path.join(files.root, 'src/raw.bin'), Buffer.of(0, 255, 1))
	const before = await tree(files)
	const copied = await files.workspace.copy(files.root, ['src', 'note.txt'], '', you)
	expect(copied).toMatchObject({ done: ['src copy', 'note copy.txt'], failed: [] })
	expect(await readdir(path.join(files.root, 'src copy'), { recursive: true })).toEqual(expect.arrayContaining(['a.ts', 'deep/b.ts', 'link', 'run.sh', 'raw.bin']))
	expect((await stat(path.join(files.root, 'src copy/run.sh'))).mode & 0o777).toBe(0o755)
	expect(await readFile(path.join(files.root, 'src copy/raw.bin'))).toEqual(Buffer.of(0, 255, 1))
	expect((await files.workspace.copy(files.root, ['note.txt'], '', you)).done).toEqual(['note copy 2.txt'])
	expect((await files.workspace.copy(files.root, ['src'], 'src/deep', you)).failed).toMatchObject([{ message: 'src cannot be copied into itself.' }])
	await rm(path.join(files.root, 'note copy 2.txt'))
	expect((await undo(files, copied.entry)).conflicts).toEqual([])
	expect(await tree(files)).toEqual(before)
})

test('a write that was cut off between record and disk leaves a true record', async () => {
	await using files = await testFiles({ 'a/x.txt': 'x', 'b/y.txt': 'y' })
	const moved = await files.workspace.move(files.root, ['a'], 'b', you)
	await files.parts.store.db<{ ledger_entry: { id: string; state: string } }>().updateTable('ledger_entry').set({ state: 'open' }).where('id', '=', moved.entry ?? '').execute()
	const again = openFiles(files.parts)
	await again.ledger.recover()
	again.close()
	await undo(files, moved.entry)
	expect(await tree(files)).toEqual(['a', 'a/x.txt', 'b', 'b/y.txt'])
})

test('what somebody deletes or moves while a command runs is not the command’s', async () => {
	await using files = await testFiles({ 'src/a.ts': 'a', 'lib/b.ts': 'b' })
	const run = await files.ledger.around({ cwd: files.root, author: { ...agent, kind: 'command' } }, async () => {
		await files.workspace.discard(files.root, ['src'], you)
		await files.workspace.rename(files.root, 'lib', 'library', you)
		await writeFile(path.join(files.root, 'made.txt'), '')
	})
	expect(run.changed).toEqual(['made.txt'])
})

test('protected folders stay where they are, and nothing leaves the project', async () => {
	await using files = await testFiles({ '.git/config': '', '.drydock/policy.json': '', 'a.txt': '' })
	await mkdir(path.join(files.folder, 'away'))
	await symlink('../away', path.join(files.root, 'out'))
	for (const author of [you, agent]) await expect(files.workspace.discard(files.root, ['a.txt', '.drydock'], author)).rejects.toMatchObject({ code: 'workspace.protected' })
	await expect(files.workspace.discard(files.root, ['.git'], agent)).rejects.toMatchObject({ code: 'workspace.protected' })
	await expect(files.workspace.move(files.root, ['../away'], '', you)).rejects.toMatchObject({ code: 'workspace.outside' })
	await expect(files.workspace.move(files.root, ['a.txt'], '..', you)).rejects.toMatchObject({ code: 'workspace.outside' })
	expect((await files.workspace.move(files.root, ['a.txt'], 'out', you)).failed).toMatchObject([{ path: 'a.txt' }])
	expect(await readdir(path.join(files.folder, 'away'))).toEqual([])
	// The link goes, never what it points at.
	await files.workspace.discard(files.root, ['out'], you)
	await files.workspace.emptyTrash()
	expect(await readdir(files.folder)).toContain('away')
})

const otherDisk = '/dev/shm'
test.skipIf(!existsSync(otherDisk) || statSync(otherDisk).dev === statSync(os.tmpdir()).dev)('with the data folder on another disk the trash waits inside the project, out of sight', async () => {
	const away = await mkdtemp(path.join(otherDisk, 'drydock-trash-'))
	await using files = await testFiles({ 'src/a.ts': 'a', 'b.txt': 'b' }, { dataDir: away })
	const gone = await files.workspace.discard(files.root, ['src', 'b.txt'], you)
	expect(gone.failed).toEqual([])
	expect((await files.workspace.search(files.root, 'a', { limit: 10 })).found).toEqual([])
	expect(await files.workspace.trash()).toHaveLength(2)
	await undo(files, gone.entry)
	expect([await text(files, 'src/a.ts'), await text(files, 'b.txt')]).toEqual(['a', 'b'])
	await files.workspace.discard(files.root, ['src'], you)
	await files.workspace.emptyTrash()
	expect(await readdir(path.join(files.root, '.drydock/trash'))).toEqual([])
	await rm(away, { recursive: true })
})

test('a tree that is deeper than any path goes into the trash, comes back, and goes for good', { timeout: 60_000 }, async () => {
	await using files = await testFiles({ 'plain.txt': '' })
	// Only step by step from inside: no path to its end would be accepted.
	execFileSync(process.execPath, ['-e', "const { mkdirSync } = require('node:fs'); for (const name of ['deep', ...Array(6000).fill('d')]) { mkdirSync(name); process.chdir(name) }"], { cwd: files.root })
	expect((await files.workspace.rescan(files.root)).issues.length).toBeGreaterThan(0)
	const gone = await files.workspace.discard(files.root, ['deep'], you)
	expect(gone).toMatchObject({ done: ['deep'], failed: [] })
	await undo(files, gone.entry)
	expect(await readdir(files.root)).toEqual(['deep', 'plain.txt'])
	await files.workspace.discard(files.root, ['deep'], you)
	await files.workspace.emptyTrash()
	expect(await readdir(path.join(files.data, 'trash'))).toEqual([])
})
