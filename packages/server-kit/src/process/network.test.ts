import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import urls from './cases/ssrf.json' with { type: 'json' }
import { createProcesses, type Processes } from './index.ts'
import { startHostProxy, type HostProxy } from './host-proxy.ts'
import { readHostRule } from './host-rules.ts'

let folder: string
let server: Server
let port: number

beforeAll(async () => {
	folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-network-')))
	server = createServer((incoming, outgoing) => outgoing.end(`${incoming.method} ${incoming.url} for ${incoming.headers.host}`))
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
	const address = server.address()
	port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => {
	server.close()
	rmSync(folder, { recursive: true, force: true })
})

describe('the list of hosts', () => {
	test.each(['registry.npmjs.org', 'Example.com:8443', '127.0.0.1:5432', '[::1]:5432', 'xn--bcher-kva.example'])('takes %s', (entry) => {
		expect(readHostRule(entry).host).toBe(entry.toLowerCase().replace(/^\[|\]|:\d+$/g, ''))
	})
	test.each(['*', '*.example.com', 'localhost', 'example', 'example.com.', 'exa mple.com', 'example.com/path', 'http://example.com', 'a@example.com', 'example.com:0', 'example.com:99999', '8.8.8.8', '127.1:80', '0x7f000001:80', '2130706433:80', '169.254.169.254:80', '[fe80::1]:80', '①②⑦.⓪.⓪.①:80', 'example.com\0.org', '-o.example.com', ''])('refuses %s', (entry) => {
		expect(() => readHostRule(entry)).toThrow(expect.objectContaining({ status: 400 }))
	})
})

describe('the proxy', () => {
	let proxy: HostProxy
	let socketPath: string
	const asked: string[] = []

	beforeAll(async () => {
		socketPath = path.join(folder, 'proxy.sock')
		const resolve = async (host: string) => {
			asked.push(host)
			return [{ address: '93.184.215.14' }, { address: '10.0.0.1' }]
		}
		proxy = await startHostProxy(socketPath, [`127.0.0.1:${port}`, 'inside.example', 'allowed.example', 'localhost.example'], resolve)
	})
	afterAll(() => proxy.close())

	const get = (target: string, headers: Record<string, string> = {}) =>
		new Promise<string>((done, fail) => {
			request({ socketPath, path: target, headers }, async (answer) => done(`${answer.statusCode} ${await text(answer)}`)).on('error', fail).end()
		})

	test('passes a plain request to a listed address, under the name that was judged', async () => {
		expect(await get(`http://127.0.0.1:${port}/a?b=c`, { host: 'evil.example', 'proxy-authorization': 'x' })).toBe(`200 GET /a?b=c for 127.0.0.1:${port}`)
		expect(proxy.contacts.reached).toEqual([`127.0.0.1:${port}`])
	})

	test('opens a tunnel to a listed address', async () => {
		const socket = connect(socketPath)
		socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nhost: x\r\n\r\n`)
		await new Promise((done) => socket.once('data', done))
		socket.write('GET /t HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n')
		expect(await text(socket)).toContain('GET /t for h')
	})

	test('refuses a listed name when any of its addresses is private, and asks for them once', async () => {
		asked.length = 0
		expect(await get('http://inside.example/')).toMatch(/^403 .*10\.0\.0\.1, which is not an address of the open internet/)
		expect(asked).toEqual(['inside.example'])
	})

	test('says what is missing from the list, and whom to ask', async () => {
		expect(await get('http://other.example:8080/')).toBe('403 Drydock did not connect: other.example:8080 is not on the list of hosts of this project. A person can add the host in the Sandbox pane.\n')
		expect(proxy.contacts.refused).toContain('other.example:8080')
	})

	test.each(urls)('$id $technique reaches nothing', async ({ url }) => {
		const before = proxy.contacts.reached.length
		const plain = await raw(`GET ${url} HTTP/1.1\r\nhost: allowed.example\r\nconnection: close\r\n\r\n`)
		const authority = url.replace(/^[a-z]+:[/\\]*/i, '').replace(/[/\\].*$/s, '')
		const tunnel = await raw(`CONNECT ${authority}:443 HTTP/1.1\r\nhost: allowed.example\r\nconnection: close\r\n\r\n`)
		for (const answer of [plain, tunnel]) expect(answer).not.toMatch(/^HTTP\/1.1 200/)
		expect(proxy.contacts.reached.length).toBe(before)
	})

	function raw(head: string): Promise<string> {
		const socket = connect(socketPath)
		socket.on('error', () => {})
		socket.write(head)
		return text(socket).catch(() => '')
	}
})

describe.skipIf(process.platform !== 'linux')('a command', () => {
	let processes: Processes
	const listed = async (): Promise<string[]> => [`127.0.0.1:${port}`]
	const ask = (target: string) => `perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new("127.0.0.1:3128") or die "$@"; print $s "GET ${target} HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n"; print <$s>'`

	beforeAll(() => {
		processes = createProcesses({ locate: () => ({ root: folder, absolute: folder }), hidden: [], env: { PATH: '/usr/bin:/bin' }, hosts: listed })
	})

	test('reaches the hosts of its project and nothing else', async () => {
		const { stdout, contacts } = await processes.run({ line: `${ask(`http://127.0.0.1:${port}/x`)}; ${ask('http://other.example/')}`, cwd: '.', network: true })
		expect(stdout).toContain(`GET /x for 127.0.0.1:${port}`)
		expect(stdout).toContain('other.example:80 is not on the list')
		expect(contacts).toEqual({ reached: [`127.0.0.1:${port}`], refused: ['other.example:80'] })
	})

	test('finds the proxy by the usual variables, keeps its exit code, and cannot pass by', async () => {
		const { stdout, code } = await processes.run({ line: `echo $https_proxy; perl -MIO::Socket::INET -e 'IO::Socket::INET->new("127.0.0.1:${port}") and print "direct\\n"'; exit 7`, cwd: '.', network: true })
		expect({ stdout, code }).toEqual({ stdout: 'http://127.0.0.1:3128\n', code: 7 })
		expect((await processes.run({ argv: ['/usr/bin/no-such-program'], cwd: '.', network: true })).code).toBe(127)
		expect((await processes.run({ line: 'kill -9 $$', cwd: '.', network: true })).code).toBe(137)
	})

	test('has no network at all without having asked, or with an empty list', async () => {
		const line = ask(`http://127.0.0.1:${port}/x`)
		expect((await processes.run({ line, cwd: '.' })).code).not.toBe(0)
		const none = createProcesses({ locate: () => ({ root: folder, absolute: folder }), hidden: [], env: {} })
		const { code, contacts } = await none.run({ line, cwd: '.', network: true })
		expect({ isRefused: code !== 0, contacts }).toEqual({ isRefused: true, contacts: undefined })
	})
})
