import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import net from 'node:net'
import { call, is, renewMessage, socket, stream } from '@drydock/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../serve.ts'
import { testAdminKey, testApp, testToken, type TestApp } from '../testing.ts'
import suite from './cases/http.json' with { type: 'json' }

// Stand-ins with the paths and shapes that the cases use: the guard is what is tested, and any effect would be counted.
let effects = 0
const effect = () => {
	effects++
	return { ok: true }
}
const ok = is.object({ ok: is.flag() })
const contract = {
	run: call({ method: 'POST', path: '/shell/run', body: { cmd: is.text() }, reply: ok }),
	decide: call({ method: 'POST', path: '/approvals/decide', body: { task_id: is.text(), action_id: is.text(), allow: is.flag() }, reply: ok }),
	secrets: call({ method: 'GET', path: '/secrets', reply: ok }),
	read: call({ method: 'GET', path: '/fs/file', query: { path: is.text(), cwd: is.text() }, reply: ok }),
	orchestrate: call({ method: 'GET', path: '/orchestrate/run', query: { task: is.text() }, startsWork: true, reply: ok }),
	status: stream({ method: 'GET', path: '/maestro/status/:id', params: { id: is.text() }, events: { eof: is.anything() } }),
	pty: socket({ path: '/shell/pty', query: { runner: is.text() } }),
	live: call({ method: 'GET', path: '/health/live', scope: 'public', reply: ok }),
	login: call({ method: 'POST', path: '/admin/login', scope: 'public', body: { key: is.text(), username: is.text(), ttl_seconds: is.integer() }, reply: is.anything() }),
	me: call({ method: 'GET', path: '/admin/me', scope: 'admin', reply: ok }),
}
const half = serve(contract, (kernel) => ({
	run: effect,
	decide: effect,
	secrets: effect,
	read: effect,
	orchestrate: effect,
	async *status() {
		yield { seq: 1, type: 'eof' as const, data: {} }
	},
	pty: (_, ws) => {
		effects++
		ws.close()
	},
	live: () => ({ ok: true }),
	login: ({ key, username, ttl_seconds }, { address }) => kernel.auth.admin.login(key, { address, username, ttlSeconds: ttl_seconds }),
	me: () => ({ ok: true }),
}))

let app: TestApp
let port: number
let bearer: string
let agentToken: string
let adminToken: string
const credentials: Record<string, () => string> = {
	'valid cookie': () => bearer,
	'valid bearer': () => bearer,
	cookie: () => bearer,
	'cookie of a normal user': () => bearer,
	'normal user cookie': () => bearer,
	'user cookie': () => bearer,
	'agent token': () => agentToken,
	'admin bearer': () => adminToken,
}

beforeAll(async () => {
	app = await testApp(half)
	await app.app.listen({ host: '127.0.0.1', port: 0 })
	port = (app.app.server.address() as net.AddressInfo).port
	app.kernel.setAddress({ host: '127.0.0.1', port })
	bearer = (await signIn()).bearer
	agentToken = app.kernel.auth.mintAgentToken('task')
	adminToken = (await app.kernel.auth.admin.login(testAdminKey, { address: 'x', ttlSeconds: 60, username: 'admin' })).token
})
afterAll(() => app.close())

interface Case {
	id: string
	technique: string
	request: { line?: string; auth?: string; headers?: Record<string, string>; raw_headers?: string[][]; json?: unknown; body?: string }
	expect: { status: number; error?: string }
}
const served = new Set(Object.values(contract).map(({ path }) => path.split('/:')[0] ?? ''))
const applies = ({ request: { line = '' }, expect: { error }, id }: Case) => {
	const path = line.split(' ')[1]?.split('?')[0] ?? ''
	const isRefusalBeforeRouting = error === 'unauthenticated' || error === 'origin_not_allowed' || error === 'cross_site_get' || error === 'host_not_allowed'
	// Tickets and sessions have their own tests below; the state of an approval belongs to the approvals.
	return line !== '' && !['HT-073', 'HT-074', 'HT-075', 'HT-078', 'HT-079', 'HT-107'].includes(id) && (isRefusalBeforeRouting || [...served].some((known) => path.startsWith(known)))
}
const withPort = (text: string) => text.replace(/8000(?!\d)/g, String(port))

test.each((suite.cases as Case[]).filter(applies))('$id $technique', async ({ request: asked, expect: expected }) => {
	const before = effects
	const [verb = 'GET', path = '/'] = (asked.line ?? '').split(' ')
	const headers: string[][] = asked.raw_headers?.map(([name, value]) => [name ?? '', withPort(value ?? '')]) ?? Object.entries(asked.headers ?? { host: '127.0.0.1:8000' }).map(([name, value]) => [name, withPort(value)])
	const credential = credentials[asked.auth ?? '']?.()
	if (credential) headers.push(['authorization', `Bearer ${credential}`])
	const body = asked.json === undefined ? asked.body : JSON.stringify(asked.json)
	if (asked.json !== undefined) headers.push(['content-type', 'application/json'])
	if (body !== undefined) headers.push(['content-length', String(Buffer.byteLength(body))])
	if (verb === 'WS') headers.push(['connection', 'Upgrade'], ['upgrade', 'websocket'], ['sec-websocket-version', '13'], ['sec-websocket-key', randomBytes(16).toString('base64')])
	const reply = await raw(`${verb === 'WS' ? 'GET' : verb} ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body ?? ''}`)
	expect(reply.status).toBe(expected.status)
	if (expected.error && reply.body) expect(reply.code).toBe(expected.error)
	if (expected.status >= 400) expect(effects).toBe(before)
	expect(reply.body).not.toContain('SECRET')
})

const host = () => `host: 127.0.0.1:${port}\r\nauthorization: Bearer ${bearer}\r\n`
const run = 'POST /shell/run HTTP/1.1\r\n'
const json = 'content-type: application/json\r\n'
const smuggled: Record<string, () => string> = {
	'two Content-Length headers': () => `${run}${host()}${json}content-length: 2\r\ncontent-length: 12\r\n\r\n{"cmd":"id"}`,
	'Content-Length and Transfer-Encoding': () => `${run}${host()}${json}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
	'Transfer-Encoding: chunked, identity': () => `${run}${host()}${json}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
	'bare LF line endings': () => `${run}${host()}${json}content-length: 12\r\n\r\n{"cmd":"id"}`.replaceAll('\r\n', '\n'),
	'space before the colon': () => `${run}host : 127.0.0.1:${port}\r\nauthorization: Bearer ${bearer}\r\n\r\n`,
	'path //evil.example/x': () => `GET //evil.example/x HTTP/1.1\r\n${host()}\r\n`,
	'path /%2e%2e/admin': () => `GET /%2e%2e/admin/me HTTP/1.1\r\n${host()}\r\n`,
	'header line of 64 KiB': () => `GET /secrets HTTP/1.1\r\n${host()}x: ${'a'.repeat(65536)}\r\n\r\n`,
	TRACE: () => `TRACE /secrets HTTP/1.1\r\n${host()}\r\n`,
}
test.each(Object.entries(smuggled))('a request that parsers read differently reaches no handler: %s', async (_, make) => {
	const before = effects
	const reply = await raw(make())
	expect([0, 400, 404, 431]).toContain(reply.status)
	expect(effects).toBe(before)
})

test('every answer carries the security headers, refusals too', async () => {
	for (const line of ['GET /health/live', 'GET /nope', 'POST /shell/run']) {
		const reply = await raw(`${line} HTTP/1.1\r\n${host()}\r\n`)
		expect(reply.head).toMatch(/x-content-type-options: nosniff/i)
		expect(reply.head).toMatch(/content-security-policy: default-src 'none'/i)
		expect(reply.head).not.toMatch(/access-control-allow/i)
	}
})

test('a ticket works once, on its own path only, and for no other kind of call', async () => {
	const ticket = (path: string) => app.kernel.auth.tickets.issue(path, { scope: 'user', session: 's' })
	const get = (path: string) => raw(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`)
	const once = ticket('/maestro/status/t1')
	expect((await get(`/maestro/status/t1?ticket=${once}`)).status).toBe(200)
	expect(await get(`/maestro/status/t1?ticket=${once}`)).toMatchObject({ status: 401, code: 'ticket_used' })
	expect(await get(`/maestro/status/other?ticket=${ticket('/maestro/status/t1')}`)).toMatchObject({ status: 403, code: 'ticket_scope' })
	expect(await get(`/orchestrate/run?task=x&ticket=${ticket('/orchestrate/run')}`)).toMatchObject({ status: 401 })
})

test('a sign-in code works once; the session lives on by proof of possession and dies when it is ended', async () => {
	const code = app.kernel.auth.sessions.newCode()
	const first = await signIn(code)
	await expect(signIn(code)).rejects.toThrow('code_used')
	const nonce = randomBytes(16).toString('base64url')
	const proof = renewal(first, nonce)
	const renewed = await post('/session/renew', proof)
	expect(renewed.status).toBe(200)
	expect(await post('/session/renew', proof)).toMatchObject({ status: 401, code: 'proof_used' })
	expect(await post('/session/renew', { ...renewal(first, randomBytes(16).toString('base64url')), nonce: randomBytes(16).toString('base64url') })).toMatchObject({ status: 401 })
	expect(await post('/session/renew', { ...renewal(first, randomBytes(16).toString('base64url')), at: 0 })).toMatchObject({ status: 401 })
	await post('/session/end', {}, first.bearer)
	expect(await post('/shell/run', { cmd: 'x' }, first.bearer)).toMatchObject({ status: 401, code: 'session_revoked' })
})

test('the API key works as X-API-Key and as a bearer', async () => {
	for (const header of [`x-api-key: ${testToken}`, `authorization: Bearer ${testToken}`]) expect((await raw(`GET /secrets HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${header}\r\n\r\n`)).status).toBe(200)
})

interface SignedIn {
	session: string
	bearer: string
	key: KeyObject
}

async function signIn(code = app.kernel.auth.sessions.newCode()): Promise<SignedIn> {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const reply = await post('/session/start', { code, public_key: publicKey.export({ format: 'jwk' }) })
	if (reply.status !== 200) throw new Error(reply.code)
	return { ...(JSON.parse(reply.body) as { session: string; bearer: string }), key: privateKey }
}

function renewal({ session, key }: SignedIn, nonce: string) {
	const at = Date.now()
	const signature = sign('sha256', Buffer.from(renewMessage(session, at, nonce)), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
	return { session, at, nonce, signature }
}

function post(path: string, body: unknown, credential?: string) {
	const text = JSON.stringify(body)
	return raw(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${json}${credential ? `authorization: Bearer ${credential}\r\n` : ''}content-length: ${text.length}\r\n\r\n${text}`)
}

/** Sends bytes as they are and reads one answer; status 0 when the server just hangs up. */
function raw(text: string): Promise<{ status: number; head: string; body: string; code: string | undefined }> {
	return new Promise((resolve, reject) => {
		const connection = net.connect(port, '127.0.0.1')
		let all = ''
		const finish = () => {
			connection.destroy()
			const [head = '', body = ''] = all.split(/\r\n\r\n(.*)/s)
			const plain = /transfer-encoding: chunked/i.test(head) ? body.replace(/^[0-9a-f]+\r\n/i, '').replace(/\r\n0\r\n\r\n$/, '') : body
			resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body: plain, code: codeOf(plain) })
		}
		connection.on('data', (chunk) => {
			all += chunk.toString('latin1')
			const length = Number(/content-length: (\d+)/i.exec(all)?.[1] ?? NaN)
			if (all.includes('\r\n\r\n') && (all.startsWith('HTTP/1.1 101') || (all.split('\r\n\r\n')[1]?.length ?? 0) >= length)) finish()
		})
		connection.on('end', finish).on('error', (error) => (all ? finish() : 'code' in error && error.code === 'ECONNRESET' ? finish() : reject(error)))
		connection.write(text)
	})
}

function codeOf(body: string): string | undefined {
	try {
		return (JSON.parse(body) as { code?: string }).code
	} catch {
		return undefined
	}
}
