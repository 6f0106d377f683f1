import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverFolder } from './testing.ts'

let folder: string
let start: Awaited<ReturnType<typeof serverFolder>>['start']
let cleanUp: () => Promise<void>
beforeEach(async () => void ({ folder, start, cleanUp } = await serverFolder()))
afterEach(() => cleanUp())

test('it prints its address and a sign-in link, serves, and ends with 0 on SIGTERM', async () => {
	await mkdir(path.join(folder, 'project'))
	const server = start([path.join(folder, 'project')])
	const url = await server.listening
	expect(server.output()).toMatch(/^drydock listening on http:\/\/127\.0\.0\.1:\d+\nSign in at http:\/\/drydock-[0-9a-f]{8}\.localhost:\d+\/#code=\S+\n$/)
	expect((await fetch(`${url}/health`)).status).toBe(200)
	server.child.kill('SIGTERM')
	expect(await server.ended).toMatchObject({ code: 0 })
})

test('keys are made with mode 0600, the data folder is for its owner alone, and nothing printed holds a key', async () => {
	const server = start([])
	await server.listening
	for (const file of ['data/api.key', 'config/admin.key', 'config/vault.key']) expect((await stat(path.join(folder, file))).mode & 0o777, file).toBe(0o600)
	expect((await stat(path.join(folder, 'data'))).mode & 0o077).toBe(0)
	expect(await readdir(path.join(folder, 'data'))).toContain('sandbox')
	expect(server.output()).not.toContain((await readFile(path.join(folder, 'data/api.key'), 'utf8')).trim())
})

test('a second server on the same data folder says so and leaves the first alone', async () => {
	const first = start([])
	const url = await first.listening
	const second = await start([]).ended
	expect(second.code).toBe(1)
	expect(second.output).toContain('Another Drydock is running on the data folder')
	expect((await fetch(`${url}/health`)).status).toBe(200)
})

test('after kill -9 the data folder is free at once', async () => {
	const first = start([])
	await first.listening
	first.child.kill('SIGKILL')
	await first.ended
	expect(await start([]).listening).toMatch(/^http/)
})

test.each<[string, (folder: string) => Promise<string[]>, string]>([
	['a folder that does not exist', async (at) => [path.join(at, 'nowhere')], 'nowhere does not exist'],
	['a file instead of a folder', async (at) => (await writeFile(path.join(at, 'file'), ''), [path.join(at, 'file')]), 'is a file, not a folder'],
	['a data folder that is a file', async (at) => (await writeFile(path.join(at, 'file'), ''), ['--data', path.join(at, 'file')]), 'cannot be written'],
])('%s is refused with a sentence', async (_, prepare, sentence) => {
	const { code, output } = await start(await prepare(folder)).ended
	expect(output).toContain(sentence)
	expect(output).not.toContain('    at ')
	expect(code).toBe(2)
})

test('a folder without permission is refused with a sentence', async () => {
	const locked = path.join(folder, 'locked')
	await mkdir(locked, { mode: 0o700 })
	await chmod(folder, 0o777)
	// Rights are dropped first, since root may read everything.
	const as = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : []
	if (as.length === 0) await chmod(locked, 0)
	const { code, output } = await start([locked], { as }).ended
	expect(output).toContain('may not be read by this user')
	expect(code).toBe(2)
})

test('a taken port is named, with the way out', async () => {
	const taken = net.createServer().listen(0, '127.0.0.1')
	await new Promise((resolve) => taken.on('listening', resolve))
	const { port } = taken.address() as net.AddressInfo
	const { code, output } = await start(['--port', String(port)]).ended
	taken.close()
	expect(output).toContain(`Port ${port} is taken`)
	expect(code).toBe(2)
})

test('a damaged database is told with the way out, and the file is left as it is', async () => {
	await mkdir(path.join(folder, 'data'))
	await writeFile(path.join(folder, 'data/drydock.db'), 'not a database '.repeat(1000))
	const { code, output } = await start([]).ended
	expect(output).toContain('cannot be read')
	expect(output).toContain('Move it aside')
	expect(code).toBe(1)
	expect(await readFile(path.join(folder, 'data/drydock.db'), 'utf8')).toContain('not a database')
})

test('a data folder that a newer version has used is refused with the way out', async () => {
	const first = start([])
	await first.listening
	first.child.kill('SIGTERM')
	await first.ended
	const database = new DatabaseSync(path.join(folder, 'data/drydock.db'))
	database.exec("INSERT INTO migration VALUES ('tasks/99-later', 0)")
	database.close()
	const { code, output } = await start([]).ended
	expect(output).toContain('last used by a newer Drydock')
	expect(output).toContain('Start that version again')
	expect(output).not.toContain('    at ')
	expect(code).toBe(1)
})
