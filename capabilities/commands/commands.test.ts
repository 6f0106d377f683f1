import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
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
