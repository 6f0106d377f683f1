import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFiles } from './index.ts'
import { agent, takingBack, testFiles, you } from './testing.ts'

type Files = Awaited<ReturnType<typeof testFiles>>

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')
const onDisk = (files: Files, name: string) => readFile(path.join(files.root, name), 'utf8')
const change = (text: string, line: number, to: string) => text.replace(`line ${line}\n`, `${to}\n`)

async function write(files: Files, name: string, content: string, author = agent) {
	return files.workspace.write({ cwd: files.root, path: name, content }, author)
}

test("taking a task back undoes the agent's lines and keeps the user's", async () => {
	await using files = await testFiles({ 'a.txt': lines(40) })
	await write(files, 'a.txt', change(lines(40), 5, 'agent'))
	await write(files, 'a.txt', change(await onDisk(files, 'a.txt'), 30, 'user'), you)
	await writeFile(path.join(files.root, 'a.txt'), change(await onDisk(files, 'a.txt'), 20, 'user outside Drydock'))
	await write(files, 'a.txt', change(await onDisk(files, 'a.txt'), 12, 'agent again'))
	const back = await files.ledger.takeBack({ task: 'task-1' }, takingBack)
	expect(back).toMatchObject({ restored: ['a.txt'], conflicts: [] })
	expect(await onDisk(files, 'a.txt')).toBe(change(change(lines(40), 30, 'user'), 20, 'user outside Drydock'))
	// The undo is itself undone.
	await files.ledger.takeBack({ entry: back.entry ?? '' }, { ...takingBack, task: undefined })
	expect(await onDisk(files, 'a.txt')).toBe(change(change(change(change(lines(40), 5, 'agent'), 30, 'user'), 20, 'user outside Drydock'), 12, 'agent again'))
})

test('a place that the user edited since is listed with both versions and not touched', async () => {
	await using files = await testFiles({ 'a.txt': lines(10), 'b.txt': 'b' })
	await write(files, 'a.txt', change(lines(10), 5, 'agent'))
	await write(files, 'b.txt', 'agent')
	const edited = change(lines(10), 5, 'user')
	await write(files, 'a.txt', edited, you)
	const back = await files.ledger.takeBack({ task: 'task-1' }, takingBack)
	expect(back.restored).toEqual(['b.txt'])
	expect(back.conflicts).toMatchObject([{ path: 'a.txt', reason: 'The same lines were edited since.', yours: edited }])
	expect(await onDisk(files, 'a.txt')).toBe(edited)
})

test('created files and folders go, deleted ones come back, modes and links too', async () => {
	await using files = await testFiles({ 'old.txt': 'old', 'run.sh': 'x' })
	await files.workspace.makeFolder(files.root, 'new/deep', agent)
	await write(files, 'new/deep/file.txt', 'agent')
	await files.workspace.remove(files.root, 'old.txt', agent)
	await files.workspace.rename(files.root, 'run.sh', 'go.sh', agent)
	const back = await files.ledger.takeBack({ task: 'task-1' }, takingBack)
	expect(back.conflicts).toEqual([])
	expect(await readdir(files.root)).toEqual(['old.txt', 'run.sh'])
	await files.ledger.takeBack({ entry: back.entry ?? '' }, takingBack)
	expect(await readdir(files.root, { recursive: true })).toEqual(expect.arrayContaining(['go.sh', 'new', 'new/deep', 'new/deep/file.txt']))
})

test('a file that the agent made and the user went on with stays', async () => {
	await using files = await testFiles()
	await write(files, 'a.txt', 'agent\n')
	await write(files, 'a.txt', 'agent\nuser\n', you)
	expect(await files.ledger.takeBack({ task: 'task-1' }, takingBack)).toMatchObject({ restored: [], conflicts: [{ path: 'a.txt', reason: 'It was changed since.' }] })
	expect(await onDisk(files, 'a.txt')).toBe('agent\nuser\n')
})

test('one hunk is taken back, the others stay, and the review says so', async () => {
	await using files = await testFiles({ 'a.txt': lines(40) })
	await write(files, 'a.txt', change(change(lines(40), 5, 'first'), 30, 'second'))
	const [file] = await files.ledger.changes({ task: 'task-1' })
	expect(file).toMatchObject({ path: 'a.txt', kind: 'changed', status: 'open', hunks: [{ oldStart: 2, oldLines: 7, newStart: 2, newLines: 7, status: 'open' }, { oldStart: 27 }] })
	const [first, second] = file?.hunks ?? []
	expect(first?.lines).toContain('-line 5\n')
	expect(first?.lines).toContain('+first\n')
	const back = await files.ledger.takeBack({ task: 'task-1', hunks: [first?.id ?? ''] }, takingBack)
	expect(back.hunks).toMatchObject([{ path: 'a.txt', hunk: { id: first?.id } }])
	expect(await onDisk(files, 'a.txt')).toBe(change(lines(40), 30, 'second'))
	await files.ledger.accept({ task: 'task-1', hunks: [second?.id ?? ''] })
	const [after] = await files.ledger.changes({ task: 'task-1' })
	expect(after?.hunks.map(({ id, status }) => [id, status])).toEqual([[second?.id, 'accepted'], [first?.id, 'rejected']])
	expect(after?.status).toBe('accepted')
	// The hunk comes back by undoing the undo.
	await files.ledger.takeBack({ entry: back.entry ?? '' }, takingBack)
	expect(await onDisk(files, 'a.txt')).toBe(change(change(lines(40), 5, 'first'), 30, 'second'))
})

test('one file of a task is taken back, the others stay', async () => {
	await using files = await testFiles({ 'a.txt': 'a', 'b.txt': 'b' })
	await write(files, 'a.txt', 'agent')
	await write(files, 'b.txt', 'agent')
	await files.ledger.takeBack({ task: 'task-1', files: ['a.txt'] }, takingBack)
	expect([await onDisk(files, 'a.txt'), await onDisk(files, 'b.txt')]).toEqual(['a', 'agent'])
	expect((await files.ledger.changes({ task: 'task-1' })).map(({ path: name, status }) => [name, status])).toEqual([['a.txt', 'rejected'], ['b.txt', 'open']])
})

test('bytes that are no text are taken back whole', async () => {
	await using files = await testFiles()
	const [before, after] = [Buffer.of(0, 1, 2), Buffer.of(0, 3)]
	await writeFile(path.join(files.root, 'x.bin'), before)
	await files.workspace.write({ cwd: files.root, path: 'x.bin', content: after }, agent)
	expect(await files.ledger.changes({ task: 'task-1' })).toMatchObject([{ path: 'x.bin', hunks: [], status: 'open' }])
	await files.ledger.takeBack({ task: 'task-1' }, takingBack)
	expect(await readFile(path.join(files.root, 'x.bin'))).toEqual(before)
})

test('what a command changes is recorded and taken back, but for what is not covered, which is said', async () => {
	await using files = await testFiles({ 'a.txt': lines(20), 'gone.txt': 'g', '.gitignore': 'dist\n', 'dist/out.js': '', 'node_modules/x/i.js': '', '.git/config': '' })
	const { root } = files
	await chmod(path.join(root, 'gone.txt'), 0o600)
	const run = async () => {
		await writeFile(path.join(root, 'a.txt'), change(lines(20), 3, 'command'))
		await rm(path.join(root, 'gone.txt'))
		await mkdir(path.join(root, 'made'))
		await writeFile(path.join(root, 'made/b.txt'), 'b')
		await symlink('a.txt', path.join(root, 'link'))
		await writeFile(path.join(root, 'dist/out.js'), 'built')
		await writeFile(path.join(root, '.git/config'), 'changed')
		// Meanwhile the user saves a file: not the command's.
		await write(files, 'mine.txt', 'user', you)
		return 7
	}
	const { value, changed, note, entry } = await files.ledger.around({ cwd: root, author: { kind: 'command', label: 'make', task: 'task-1' } }, run)
	expect(value).toBe(7)
	expect(changed.toSorted()).toEqual(['a.txt', 'gone.txt', 'link', 'made', 'made/b.txt'])
	expect(note).toMatch(/^Not covered: .*node_modules\//)
	expect(note).toContain('dist/')
	const back = await files.ledger.takeBack({ entry: entry ?? '' }, takingBack)
	expect(back.conflicts).toEqual([])
	expect(await readdir(root)).toEqual(['.git', '.gitignore', 'a.txt', 'dist', 'gone.txt', 'mine.txt', 'node_modules'])
	expect(await onDisk(files, 'a.txt')).toBe(lines(20))
	expect((await stat(path.join(root, 'gone.txt'))).mode & 0o777).toBe(0o600)
	expect(await readFile(path.join(root, '.git/config'), 'utf8')).toBe('changed')
})

test('a command that fails leaves its record all the same, one that changes nothing leaves none', async () => {
	await using files = await testFiles({ 'a.txt': 'a' })
	const author = { kind: 'command', label: 'make', task: 'task-1' } as const
	await expect(files.ledger.around({ cwd: files.root, author }, async () => {
		await writeFile(path.join(files.root, 'a.txt'), 'b')
		throw new Error('exit 1')
	})).rejects.toThrow('exit 1')
	expect(await files.ledger.entries({ task: 'task-1' })).toMatchObject([{ changes: [{ path: 'a.txt' }] }])
	expect((await files.ledger.around({ cwd: files.root, author }, async () => 1)).entry).toBeUndefined()
})

test('what a command changed before the server was killed is recorded at the next start', async () => {
	await using files = await testFiles({ 'a.txt': 'a' })
	let hang = () => {}
	const hanging = new Promise<void>((resolve) => (hang = resolve))
	let started = () => {}
	const running = new Promise<void>((resolve) => (started = resolve))
	const command = files.ledger.around({ cwd: files.root, author: { kind: 'command', label: 'make', task: 'task-1' } }, async () => {
		await writeFile(path.join(files.root, 'a.txt'), 'b')
		started()
		await hanging
	})
	await running
	const next = openFiles(files.parts)
	await next.ledger.recover()
	expect(await next.ledger.entries({ task: 'task-1' })).toMatchObject([{ changes: [{ path: 'a.txt' }] }])
	next.close()
	hang()
	await command.catch(() => undefined)
})

test('the oldest history is forgotten beyond the limit, never that of a running task', async () => {
	await using files = await testFiles({}, { limits: { bytes: 30_000, entries: 1000 }, isRunning: (task) => task === 'live' })
	for (const task of ['live', 'done-1', 'done-2', 'done-3']) for (let round = 0; round < 3; round++) await write(files, `${task}.txt`, `${task} ${round}`.repeat(500), { ...agent, task })
	await files.ledger.collect()
	const left = (await files.ledger.entries({})).map(({ author }) => author.task)
	expect(left).toContain('live')
	expect(left).toContain('done-3')
	expect(left).not.toContain('done-1')
	expect(await files.ledger.takeBack({ task: 'live' }, takingBack)).toMatchObject({ restored: ['live.txt'], conflicts: [] })
})

test('between two looks only what changed since a moment is recorded, and others keep what they wrote', async () => {
	await using files = await testFiles({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
	const author = { kind: 'command', label: 'make', task: 'block-1' } as const
	const before = await files.ledger.look(files.root)
	await writeFile(path.join(files.root, 'a.txt'), 'somebody else, before')
	const { ctimeMs } = await stat(path.join(files.root, 'a.txt'))
	await expect.poll(async () => {
		await writeFile(path.join(files.root, 'b.txt'), 'command')
		return (await stat(path.join(files.root, 'b.txt'))).ctimeMs - ctimeMs
	}).toBeGreaterThan(100)
	await write(files, 'c.txt', 'user', you)
	const after = await files.ledger.look(files.root)
	const record = await files.ledger.between(before, after, { author, began: ctimeMs + 50 })
	expect(record).toMatchObject({ changed: ['b.txt'], note: '1 change was made before it began and is not listed.' })
	expect(await files.ledger.takeBack({ task: 'block-1' }, takingBack)).toMatchObject({ restored: ['b.txt'], conflicts: [] })
	files.ledger.forget(before)
	files.ledger.forget(after)
})

test('contents that only a look refers to are not forgotten while it is kept', async () => {
	await using files = await testFiles({ 'a.txt': 'kept'.repeat(1000) }, { limits: { bytes: 10, entries: 1 } })
	const before = await files.ledger.look(files.root)
	await files.ledger.collect()
	await writeFile(path.join(files.root, 'a.txt'), 'command')
	const after = await files.ledger.look(files.root)
	await files.ledger.between(before, after, { author: { kind: 'command', label: 'make', task: 'block-1' }, began: 0 })
	expect(await files.ledger.takeBack({ task: 'block-1' }, takingBack)).toMatchObject({ restored: ['a.txt'], conflicts: [] })
	expect(await onDisk(files, 'a.txt')).toBe('kept'.repeat(1000))
})

test('two looks at more files than one covers, or beside a command, record nothing and say why', async () => {
	const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`many/${index}.txt`, '']))
	await using files = await testFiles({ 'few/a.txt': 'a', ...many }, { walkLimits: { files: 10, bytesPerFile: 100, bytes: 1000 } })
	const author = { kind: 'command', label: 'make', task: 'block-1' } as const
	const looks = [await files.ledger.look(files.root), await files.ledger.look(files.root)] as const
	expect(await files.ledger.between(...looks, { author, began: 0 })).toEqual({ missed: 'The project has more files than one look covers.' })
	const few = path.join(files.root, 'few')
	const smaller = [await files.ledger.look(few), await files.ledger.look(few)] as const
	await files.ledger.around({ cwd: files.root, author: { kind: 'command', label: 'npm test', task: 'task-1' } }, async () => {
		expect(await files.ledger.between(...smaller, { author, began: 0 })).toEqual({ missed: '“npm test” is running too, and whose changes are whose cannot be told.' })
	})
	expect(await files.ledger.between(...smaller, { author, began: 0 })).toEqual({ changed: [], note: undefined })
})

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number) {
	let state = seed
	return (below: number) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

test('random writes, edits and take-backs never lose a line of the user, and every take-back can be undone', { timeout: 60_000 }, async () => {
	for (let seed = 1; seed <= 25; seed++) {
		await using files = await testFiles({ 'a.txt': lines(60) })
		const next = random(seed)
		const users = new Set<string>()
		for (let step = 0; step < 12; step++) {
			const current = (await onDisk(files, 'a.txt')).split('\n')
			const turn = next(5)
			if (turn < 4) {
				const author = turn < 2 ? agent : you
				// A new line somewhere, or one of the original ones replaced; nobody removes what the user wrote.
				const originals = current.flatMap((line, index) => (line.startsWith('line ') ? [index] : []))
				const at = originals[next(originals.length)] ?? 0
				const mark = `${author.kind} ${seed}.${step}`
				current.splice(at, next(2), mark)
				if (author === you) users.add(mark)
				await write(files, 'a.txt', current.join('\n'), author)
			} else {
				const before = current.join('\n')
				const [file] = await files.ledger.changes({ task: 'task-1' })
				const open = file?.hunks.filter(({ status }) => status === 'open') ?? []
				const hunk = open[next(open.length)]?.id
				const back = await files.ledger.takeBack({ task: 'task-1', hunks: hunk && next(2) ? [hunk] : undefined }, takingBack)
				const taken = await onDisk(files, 'a.txt')
				if (back.entry && next(2)) {
					await files.ledger.takeBack({ entry: back.entry }, takingBack)
					expect(await onDisk(files, 'a.txt'), `seed ${seed}, step ${step}`).toBe(before)
				} else if (!back.entry) expect(taken).toBe(before)
			}
			const left = new Set((await onDisk(files, 'a.txt')).split('\n'))
			expect([...users].filter((mark) => !left.has(mark)), `seed ${seed}, step ${step}`).toEqual([])
		}
	}
})
