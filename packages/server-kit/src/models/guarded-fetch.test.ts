import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import cases from './cases/refused-urls.json' with { type: 'json' }
import { guardedFetch } from './guarded-fetch.ts'

let close = () => {}
afterEach(() => close())

async function server(answer: { status: number; headers?: Record<string, string> }) {
	let hits = 0
	const listening = createServer((_, reply) => {
		hits++
		reply.writeHead(answer.status, answer.headers).end('hello')
	})
	listening.listen(0, '127.0.0.1')
	await new Promise((resolve) => listening.once('listening', resolve))
	close = () => void listening.close()
	const address = listening.address()
	const port = typeof address === 'object' && address !== null ? address.port : 0
	return { origin: `http://127.0.0.1:${port}`, port, hits: () => hits }
}

test.each(cases)('$id $technique is refused', async ({ url }) => {
	const attempt = async () => guardedFetch(undefined)(url)
	await expect(attempt()).rejects.toThrow(/did not connect|Invalid URL/)
})

test('the confirmed origin is reachable, on loopback too', async () => {
	const { origin } = await server({ status: 200 })
	expect(await (await guardedFetch(origin)(`${origin}/v1`)).text()).toBe('hello')
})

test('another port or name of a confirmed machine is not', async () => {
	const { origin, port, hits } = await server({ status: 200 })
	await expect(guardedFetch('http://127.0.0.1:1')(`${origin}/`)).rejects.toThrow(/did not connect/)
	await expect(guardedFetch(origin)(`http://localhost:${port}/`)).rejects.toThrow(/did not connect/)
	expect(hits()).toBe(0)
})

test('a name that resolves to loopback is refused where it connects', async () => {
	const { port, hits } = await server({ status: 200 })
	await expect(guardedFetch(undefined)(`http://localhost.localdomain:${port}/`)).rejects.toThrow()
	expect(hits()).toBe(0)
})

test('cloud metadata stays out of reach even when pinned', async () => {
	await expect(guardedFetch('http://169.254.169.254')('http://169.254.169.254/latest')).rejects.toThrow(/did not connect/)
})

test('a redirect is refused', async () => {
	const { origin } = await server({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
	await expect(guardedFetch(origin)(`${origin}/`)).rejects.toThrow(/redirect/)
})
