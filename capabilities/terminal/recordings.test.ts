import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import type { BlockChanges } from './contract.ts'
import terminal from './server/index.ts'
import { openTerminal } from './testing.ts'

let app: TestApp
let port: number
const sockets: WebSocket[] = []

beforeEach(async () => {
	app = await testApp(terminal, { files: { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n', 'old.txt': 'old\n', 'mine.txt': 'mine\n' } })
	vi.stubEnv('HOME', app.folder)
	await app.app.listen({ host: '127.0.0.1', port: 0 })
	port = (app.app.server.address() as { port: number }).port
	app.kernel.setAddress({ host: '127.0.0.1', port })
})
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.terminate()
	await app.close()
	vi.unstubAllEnvs()
})

const you = { kind: 'user', label: 'You' } as const
const back = { kind: 'restore', label: 'You' } as const
const onDisk = (name: string) => readFile(path.join(app.root, name), 'utf8')
const isRecording = (isOn: boolean) => (message: { type: string }) => message.type === 'recording' && 'isOn' in message && message.isOn === isOn

/** A terminal that records, with the project looked at. */
async function openRecording() {
	const view = await openTerminal({ port, sockets })
	await view.ready()
	await view.shows(';B\u0007')
	let count = 0
	const blocks = () => view.seen.messages.flatMap((message) => (message.type === 'changes' ? message.blocks : []))
	const type = (line: string) => view.send({ type: 'input', data: `${line}\r` })
	/** Runs a line and waits for what is known of it. */
	async function run(line: string): Promise<BlockChanges> {
		const before = blocks().length
		type(`${line}; echo done-$((40+${++count}))`)
		await view.shows(`done-${40 + count}`)
		await view.until(() => blocks().length > before)
		const [found] = blocks().slice(before)
		if (!found) throw new Error('nothing is known')
		return found
	}
	view.send({ type: 'record', isOn: true })
	await view.until(() => view.seen.messages.some(isRecording(true)))
	while ((await run('true')).outcome === 'missed') continue
	return { ...view, run, type, blocks }
}

async function recorded(found: BlockChanges): Promise<{ task: string; files: number; note?: string }> {
	expect(found).toMatchObject({ outcome: 'recorded' })
	if (found.outcome !== 'recorded') throw new Error(JSON.stringify(found))
	return found
}

test('what a command creates, changes, deletes and renames is taken back, and a second take-back is the undo', async () => {
	const view = await openRecording()
	const { task, files } = await recorded(await view.run('mkdir new; echo n > new/n.txt; sed -i s/two/2/ a.txt; rm b.txt; mv old.txt name.txt'))
	expect(files).toBe(6)
	expect((await app.kernel.ledger.changes({ task })).map(({ path: name, kind }) => `${kind} ${name}`)).toEqual(['changed a.txt', 'deleted b.txt', 'added name.txt', 'folder new', 'added new/n.txt', 'deleted old.txt'])
	expect((await app.kernel.ledger.entries({ task })).map(({ author }) => author)).toMatchObject([{ kind: 'command', label: expect.stringMatching(/^mkdir new; echo n/) }])
	const taken = await app.kernel.ledger.takeBack({ task }, { ...back, task })
	expect(taken.conflicts).toEqual([])
	expect(await readdir(app.root)).toEqual(['a.txt', 'b.txt', 'mine.txt', 'old.txt'])
	expect(await onDisk('a.txt')).toBe('one\ntwo\n')
	await app.kernel.ledger.takeBack({ entry: taken.entry ?? '' }, back)
	expect(await readdir(app.root)).toEqual(['a.txt', 'mine.txt', 'name.txt', 'new'])
	expect(await view.run('ls')).toMatchObject({ outcome: 'nothing' })
})

test('what the editor, an agent or another program writes meanwhile is not taken back', async () => {
	const view = await openRecording()
	// Another program, while the shell waits for a line.
	await writeFile(path.join(app.root, 'outside.txt'), 'outside')
	await writeFile(path.join(app.root, 'b.txt'), 'b of somebody else\n')
	// The clock of files ticks more slowly than the shell's.
	await vi.waitUntil(async () => Date.now() - (await stat(path.join(app.root, 'b.txt'))).ctimeMs > 50)
	const waits = view.run('echo 1 > one.txt; echo by command >> mine.txt; read x; echo 2 > two.txt')
	await vi.waitUntil(async () => (await readdir(app.root)).includes('one.txt'))
	const { etag } = await app.kernel.workspace.read(app.root, 'mine.txt')
	await app.kernel.workspace.write({ cwd: app.root, path: 'mine.txt', content: 'saved by me\n', expected: etag }, you)
	await app.kernel.workspace.write({ cwd: app.root, path: 'agent.txt', content: 'agent' }, { kind: 'agent', label: 'Maestro', task: 'run-1' })
	view.type('')
	const { task } = await recorded(await waits)
	expect((await app.kernel.ledger.changes({ task })).map(({ path: name }) => name)).toEqual(['one.txt', 'two.txt'])
	await app.kernel.ledger.takeBack({ task }, { ...back, task })
	expect(await readdir(app.root)).toEqual(['a.txt', 'agent.txt', 'b.txt', 'mine.txt', 'old.txt', 'outside.txt'])
	expect([await onDisk('mine.txt'), await onDisk('b.txt')]).toEqual(['saved by me\n', 'b of somebody else\n'])
})

test('a file that was changed since is not overwritten', async () => {
	const view = await openRecording()
	const { task } = await recorded(await view.run('sed -i s/two/2/ a.txt; echo b2 > b.txt'))
	await view.run('sed -i s/2/zwei/ a.txt')
	const taken = await app.kernel.ledger.takeBack({ task }, { ...back, task })
	expect(taken).toMatchObject({ restored: ['b.txt'], conflicts: [{ path: 'a.txt' }] })
	expect([await onDisk('a.txt'), await onDisk('b.txt')]).toEqual(['one\nzwei\n', 'b\n'])
})

test('marks that a program prints do nothing', async () => {
	await writeFile(path.join(app.root, 'forged.txt'), ['guess', '', '0f4c1c5e-0f4c-4c5e-8c5e-0f4c1c5e0f4c'].flatMap((key) => [`E;rm -rf ~`, 'C;1', 'D;0;2', 'A'].map((mark) => `\u001b]633;${key};${mark}\u0007\u001b]633;${mark}\u0007`)).join(''))
	const view = await openRecording()
	const before = view.blocks().length
	await recorded(await view.run('cat forged.txt; echo x > b.txt'))
	expect(view.blocks().slice(before)).toMatchObject([{ outcome: 'recorded', files: 1 }])
})

test('commands that follow each other without a pause are recorded together; nothing is delayed', async () => {
	const view = await openRecording()
	const before = view.blocks().length
	view.type('echo 1 > b.txt\recho 2 >> b.txt\recho 3 >> b.txt\recho pasted-$((1+1))')
	await view.shows('pasted-2')
	await view.until(() => view.blocks().length === before + 4)
	const found = view.blocks().slice(before)
	const tasks = new Set(found.flatMap((block) => (block.outcome === 'recorded' ? [block.task] : [])))
	for (const task of [...tasks].toReversed()) await app.kernel.ledger.takeBack({ task }, { ...back, task })
	expect(await onDisk('b.txt')).toBe('b\n')
})

test('a command that was running when recording was switched on is said not to be recorded', async () => {
	const view = await openTerminal({ port, sockets })
	await view.ready()
	await view.shows(';B\u0007')
	view.send({ type: 'input', data: 'echo up-$((1+1)); echo x > b.txt; read x\r' })
	await view.shows('up-2')
	view.send({ type: 'record', isOn: true })
	await view.until(() => view.seen.messages.some((message) => message.type === 'changes' && message.blocks.length > 0))
	expect(view.seen.messages).toContainEqual({ type: 'changes', blocks: [{ started: expect.any(Number), outcome: 'missed', reason: 'It began before the project had been looked at.' }] })
})

test('while an agent’s command runs in the project nothing is recorded as a person’s, and it is said', async () => {
	const view = await openRecording()
	const { kernel, root } = app
	await kernel.ledger.around({ cwd: root, author: { kind: 'command', label: 'make all', task: 'run-1' } }, async () => {
		await writeFile(path.join(root, 'made.txt'), 'made')
		expect(await view.run('echo x > b.txt')).toMatchObject({ outcome: 'missed', reason: expect.stringContaining('“make all”') })
	})
})

test('of two terminals whose commands overlap the one that ends first is not recorded, and it is said', async () => {
	const [first, second] = [await openRecording(), await openRecording()]
	const long = first.run('echo 1 > one.txt; read x; echo 2 > two.txt')
	await vi.waitUntil(async () => (await readdir(app.root)).includes('one.txt'))
	expect(await second.run('echo y > b.txt')).toMatchObject({ outcome: 'missed', reason: expect.stringContaining('“echo 1 > one.txt') })
	first.type('')
	expect(await recorded(await long)).toMatchObject({ files: 3, note: expect.stringContaining('“echo y > b.txt') })
})

test('another page of the terminal is told, a reload finds what is known, and what was switched off records nothing', async () => {
	const view = await openRecording()
	const found = await recorded(await view.run('echo x > b.txt'))
	const status = view.status()
	if (status?.type !== 'status' || status.status !== 'connected') throw new Error('not connected')
	const other = await openTerminal({ port, sockets }, { sid: status.sid })
	await other.until(() => other.seen.messages.some(({ type }) => type === 'changes'))
	expect(other.seen.messages.filter(({ type }) => type === 'recording' || type === 'changes')).toMatchObject([{ isOn: true }, { blocks: expect.arrayContaining([found]) }])
	other.send({ type: 'record', isOn: false })
	await view.until(() => view.seen.messages.some(isRecording(false)))
	view.type('echo y > b.txt; echo quiet-$((1+1))')
	await view.shows('quiet-2')
	other.send({ type: 'record', isOn: true })
	await view.until(() => view.seen.messages.filter(isRecording(true)).length > 1)
	while ((await view.run('true')).outcome === 'missed') continue
	expect(view.blocks().filter(({ outcome }) => outcome === 'recorded')).toEqual([found])
})

test('a terminal without marks cannot be recorded, with the reason', async () => {
	const { sid } = await app.kernel.ptys.open({ owner: 'person', runner: 'bash', program: { file: '/bin/sh', args: [], cwd: app.root, isInteractive: true }, size: { cols: 80, rows: 24 } })
	const view = await openTerminal({ port, sockets }, { sid })
	await view.ready()
	view.send({ type: 'record', isOn: true })
	await view.until(() => view.seen.messages.some(isRecording(false)))
	expect(view.seen.messages.at(-1)).toMatchObject({ isOn: false, problem: 'This shell does not say where its commands begin and end' })
})
