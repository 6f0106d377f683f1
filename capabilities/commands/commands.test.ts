import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { createApi } from '@drydock/web-kit'
import * as contract from './contract.ts'
import commands from './server/index.ts'

let app: TestApp

beforeEach(async () => {
	app = await testApp(commands, { files: { 'a.txt': 'hello from a\n' } })
})
afterEach(() => app.close())

const post = (rest: string, body: unknown) => app.fetch(rest, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('a listed command runs at once; any other needs the token of the first answer, for exactly that', async () => {
	const listed = await post('/shell/run', { cmd: 'cat a.txt', runner: 'bash' })
	expect(await listed.json()).toMatchObject({ code: 0, stdout: 'hello from a\n', stderr: '', timed_out: false })
	const cmd = 'echo made > made.txt; cat made.txt; exit 3'
	const asked = await post('/shell/run', { cmd, cwd: app.root })
	expect(asked.status).toBe(403)
	const { code, message, details } = (await asked.json()) as { code: string; message: string; details: { token: string } }
	expect(code).toBe('confirmation_required')
	expect(message).toContain(cmd)
	expect(existsSync(path.join(app.root, 'made.txt'))).toBe(false)
	expect((await post('/shell/run', { cmd: `${cmd} `, cwd: app.root, confirm: details.token })).status).toBe(403)
	const again = (await (await post('/shell/run', { cmd, cwd: app.root })).json()) as { details: { token: string } }
	const confirmed = await post('/shell/run', { cmd, cwd: app.root, confirm: again.details.token })
	expect(await confirmed.json()).toMatchObject({ code: 3, stdout: 'made\n' })
	expect((await post('/shell/run', { cmd, cwd: app.root, confirm: again.details.token })).status).toBe(403)
})

test('a command that can never run is blocked by policy', async () => {
	const reply = await post('/shell/run', { cmd: `ls ${'a'.repeat(5000)}` })
	expect(reply.status).toBe(422)
	expect(await reply.json()).toMatchObject({ code: 'policy_violation', error: 'Command blocked by shell policy' })
})

test('a runner that is not there is told before anything runs', async () => {
	const reply = await post('/shell/run', { cmd: 'dir', runner: 'cmd' })
	expect(reply.status).toBe(409)
	expect(await reply.json()).toMatchObject({ code: 'runner_unavailable', error: expect.stringContaining('Windows only') })
})

interface Event {
	type: string
	seq: number
	data: Record<string, unknown>
}

/** Reads a stream to its end, or to an event. */
async function follow(body: Record<string, unknown>, { until, after = 0 }: { until?: (event: Event) => boolean; after?: number } = {}): Promise<Event[]> {
	const stop = new AbortController()
	const events: Event[] = []
	try {
		for await (const event of api().open(contract.shellStream, { cmd: '', ...body }, { signal: stop.signal, after })) {
			events.push(event)
			if (until?.(event)) break
		}
	} finally {
		stop.abort()
	}
	return events
}

const api = () => createApi('http://127.0.0.1:8000', { fetch: app.fetch })
const textOf = (events: readonly Event[], stream: string) => events.filter(({ type, data }) => type === 'output' && data['stream'] === stream).map(({ data }) => data['text']).join('')

async function confirmed(cmd: string): Promise<string> {
	const reply = await post('/shell/stream', { cmd, cwd: app.root })
	expect(reply.status).toBe(403)
	return ((await reply.json()) as { details: { token: string } }).details.token
}

async function stream(cmd: string, more: Record<string, unknown> = {}, options?: Parameters<typeof follow>[1]) {
	return follow({ cmd, cwd: app.root, confirm: await confirmed(cmd), ...more }, options)
}

test('a streamed command tells where it started, both outputs apart, and its exit code at the end', async () => {
	const events = await stream('echo out; echo err >&2; exit 7')
	expect(events[0]).toMatchObject({ type: 'start', data: { cmd: 'echo out; echo err >&2; exit 7', cwd: app.root, runner: 'bash', task_id: expect.any(String) } })
	expect(textOf(events, 'stdout')).toBe('out\n')
	expect(textOf(events, 'stderr')).toBe('err\n')
	expect(events.at(-1)).toMatchObject({ type: 'exit', data: { code: 7, timed_out: false, stopped: false } })
	expect((await follow({ cmd: 'cat a.txt', cwd: app.root })).map(({ type }) => type)).toEqual(['start', 'output', 'exit'])
})

test('a stream goes on after any event, and the same id never starts a second command', async () => {
	const cmd = 'echo once >> count.txt; seq 1 2000'
	const first = await stream(cmd, { id: 'one' }, { until: ({ type }) => type === 'output' })
	const rest = await follow({ cmd, cwd: app.root, id: 'one' }, { after: first.at(-1)?.seq })
	expect([...first, ...rest].map(({ seq }) => seq)).toEqual([...new Set([...first, ...rest].map(({ seq }) => seq))])
	expect(textOf([...first, ...rest], 'stdout')).toMatch(/^1\n2\n[^]*2000\n$/)
	expect(rest.at(-1)).toMatchObject({ type: 'exit', data: { code: 0 } })
	expect(readFileSync(path.join(app.root, 'count.txt'), 'utf8')).toBe('once\n')
})

test('stopping ends the whole tree, and still there is an exit code', async () => {
	const events: Event[] = []
	await stream('sleep 4322 & echo ready; wait', {}, {
		until(event) {
			events.push(event)
			if (event.type === 'output') void app.kernel.tasks.cancel(String(events[0]?.data['task_id']), { by: 'user' })
			return event.type === 'exit'
		},
	})
	expect(events.at(-1)).toMatchObject({ type: 'exit', data: { code: 143, stopped: true } })
	expect(await new Promise<string>((resolve) => spawn('ps', ['ax', '-o', 'args']).stdout.setEncoding('utf8').once('data', resolve))).not.toMatch(/^sleep 4322/m)
})

test('a command that takes too long is stopped after its time', async () => {
	// spec: shell stream timeout
	expect((await stream('echo begun; sleep 60', { timeout: 1 })).at(-1)).toMatchObject({ type: 'exit', data: { timed_out: true } })
	expect((await post('/shell/stream', { cmd: 'ls', timeout: 0 })).status).toBe(400)
})

test('of an endless output the middle is left out, never the end', { timeout: 30_000 }, async () => {
	const events = await stream('yes 0123456789012345678901234567890123456789 | head -c 9000000; echo THE-END')
	expect(events.filter(({ type }) => type === 'skipped')).toMatchObject([{ data: { bytes: expect.any(Number) } }])
	expect(textOf(events, 'stdout')).toMatch(/^0123[^]*THE-END\n$/)
	expect(textOf(events, 'stdout').length).toBeLessThan(5_000_000)
	expect(events.at(-1)).toMatchObject({ type: 'exit', data: { code: 0 } })
})

test('what a confirmed command changed can be taken back', async () => {
	const events = await stream('echo changed > a.txt')
	const task = String(events[0]?.data['task_id'])
	const { restored } = await app.kernel.ledger.takeBack({ task }, { kind: 'restore', label: 'You' })
	expect(restored).toHaveLength(1)
	expect(readFileSync(path.join(app.root, 'a.txt'), 'utf8')).toBe('hello from a\n')
})

test.skipIf(process.platform !== 'linux')('on a copy a command runs without a confirmation, changes nothing, and its effect waits', async () => {
	const cmd = 'echo changed > a.txt; echo new > b.txt; cat a.txt'
	const reply = (await (await post('/shell/run', { cmd, cwd: app.root, on_copy: true })).json()) as { effect: { id: string } }
	expect(reply).toMatchObject({ code: 0, stdout: 'changed\n', effect: { changes: 2, paths: ['a.txt', 'b.txt'] } })
	const events = await follow({ cmd, cwd: app.root, on_copy: true })
	expect(events[0]).toMatchObject({ data: { reason: 'it runs on a copy' } })
	expect(events.at(-1)).toMatchObject({ type: 'exit', data: { code: 0, effect: { changes: 2 } } })
	expect(readFileSync(path.join(app.root, 'a.txt'), 'utf8')).toBe('hello from a\n')
	await app.kernel.shadow.merge(reply.effect.id, { files: ['b.txt'] }, { kind: 'user', label: 'You' })
	expect(readFileSync(path.join(app.root, 'b.txt'), 'utf8')).toBe('new\n')
	expect(await (await post('/shell/run', { cmd: 'cat a.txt', on_copy: true })).json()).toMatchObject({ stdout: 'hello from a\n', effect: { changes: 0 } })
	expect((await post('/shell/run', { cmd: `ls ${'a'.repeat(5000)}`, on_copy: true })).status).toBe(422)
})

test('a command that may never run starts no stream', async () => {
	const reply = await post('/shell/stream', { cmd: `ls ${'a'.repeat(5000)}` })
	expect(reply.status).toBe(422)
	expect(await reply.json()).toMatchObject({ code: 'policy_violation', error: 'Command blocked by shell policy' })
	expect(await app.kernel.tasks.list({ kind: 'shell' })).toEqual([])
})

test('programs are found without running them, and never in the project', async () => {
	const body = (await (await post('/shell/which', { cmd: 'bash --version', names: ['no-such-thing', '../a.txt'] })).json()) as Record<string, unknown>
	expect(body).toMatchObject({ ok: true, path: expect.stringMatching(/\/bash$/), results: { bash: { available: true }, 'no-such-thing': { available: false, path: null }, '../a.txt': { available: false } } })
})

test('the capabilities name each tool with path and version, a fix for what is missing, and what the sandbox hides', { timeout: 60_000 }, async () => {
	const read = async (query: string) => (await (await app.fetch(`/shell/caps?cwd=${app.root}&timeout=20${query}`)).json()) as { at: number; categories: Record<string, Record<string, Record<string, unknown>>>; runners: unknown[]; hidden: string[] }
	const caps = await read('')
	expect(caps.categories['Shells']?.['bash']).toMatchObject({ available: true, path: expect.stringMatching(/bash$/), version: expect.stringMatching(/^\d+\.\d+/), error: null })
	expect(caps.categories['Version control']?.['git']).toMatchObject({ available: true })
	expect(caps.categories['Project']?.['.venv']).toMatchObject({ available: false, error: 'not found' })
	for (const tool of Object.values(caps.categories).flatMap((category) => Object.values(category))) expect(tool['available'] === true || typeof tool['error'] === 'string').toBe(true)
	expect(caps.hidden.join(' ')).toMatch(/There is no network\./)
	expect(caps.runners).toHaveLength(4)
	// Remembered, until asked again.
	expect((await read('')).at).toBe(caps.at)
	expect((await read('&fresh=true')).at).toBeGreaterThan(caps.at)
})

// spec: shell capabilities timeout
test.each(['0', '31', 'x'])('the time %s for capabilities is refused', async (timeout) => {
	expect((await app.fetch(`/shell/caps?timeout=${timeout}`)).status).toBe(400)
})

test('a runner that is not there has no capabilities, and says why', async () => {
	expect(await (await app.fetch('/shell/caps?runner=cmd')).json()).toMatchObject({ categories: {}, runners: expect.arrayContaining([expect.objectContaining({ name: 'cmd', available: false, reason: expect.stringContaining('Windows only') })]) })
})

test('a log is followed line by line, also when it starts anew, and ends after its time', { timeout: 30_000 }, async () => {
	mkdirSync(path.join(app.root, 'logs'))
	const file = path.join(app.root, 'logs/app.log')
	writeFileSync(file, 'one\ntwo é\nhal')
	const lines: string[] = []
	let isAnew = false
	for await (const event of api().open(contract.shellLogs, { path: 'logs/app.log', seconds: 5, cwd: app.root })) {
		if (event.type === 'end') break
		lines.push(event.data.text)
		if (lines.length === 2) appendFileSync(file, 'f\n')
		if (lines.at(-1) === 'half' && !isAnew) {
			isAnew = true
			writeFileSync(file, 'new\n')
		}
	}
	expect(lines).toEqual(['one', 'two é', 'half', 'new'])
})

test('a log that is not there, and too long a time, are refused', async () => {
	expect((await app.fetch('/shell/logs/stream?path=logs/none.log')).status).toBe(404)
	// spec: log seconds
	for (const seconds of [4, 3601]) expect((await app.fetch(`/shell/logs/stream?seconds=${seconds}`)).status).toBe(400)
	expect((await app.fetch('/shell/logs/stream?path=../outside.log')).status).toBe(403)
	expect(contract.logSeconds.usual).toBe(60)
})
