import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiBase, findBackend } from './backend.ts'

const page = { protocol: 'https:', host: 'app.example.org', origin: 'https://app.example.org' }
const own = { protocol: 'http:', host: 'drydock-x.localhost:8000', origin: 'http://drydock-x.localhost:8000' }

test.each([
	[own, undefined, ''],
	[page, undefined, 'https://api.example.org'],
	[own, 'http://localhost:8000', 'http://localhost:8000'],
	[own, 'http://localhost:8000/', 'http://localhost:8000'],
	[own, own.origin, ''],
	[own, 'http://{ip}:8000', ''],
	[own, 'http://', ''],
	[own, 'not an address', ''],
	[own, '', ''],
])('of the page %j with the setting %j the calls go to %j', (location, setting, expected) => {
	expect(apiBase(location, setting)).toBe(expected)
})

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

function answering(answers: Record<string, Response | 'refused'>) {
	const asked: string[] = []
	const fetch: typeof globalThis.fetch = async (url) => {
		asked.push(String(url))
		const answer = answers[String(url)]
		if (!answer || answer === 'refused') throw new TypeError('refused')
		return answer
	}
	return { asked, fetch }
}
const json = (status = 200) => new Response('{"ok":true}', { status, headers: { 'content-type': 'application/json' } })
const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })

test.each<[string, Record<string, Response | 'refused'>, string | undefined, number]>([
	['the first address answers', { '/health/healthz': json() }, '/health/healthz', 1],
	['an error goes on to the next', { '/health/healthz': json(500), '/healthz': json() }, '/healthz', 2],
	['a web page is not a server', { '/health/healthz': html(), '/healthz': html(), '/health': json() }, '/health', 3],
	['the last one', { '/load': json() }, '/load', 4],
	['nobody', {}, undefined, 4],
])('%s', async (_, answers, expected, times) => {
	const { asked, fetch } = answering(answers)
	expect(await findBackend('', { fetch })).toBe(expected)
	expect(asked).toEqual(['/health/healthz', '/healthz', '/health', '/load'].slice(0, times))
})

test('an address that does not answer within three seconds is given up', async () => {
	// spec: health check timeout
	const limits: number[] = []
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		limits.push(ms)
		return AbortSignal.abort(new DOMException('slow', 'TimeoutError'))
	})
	const fetch: typeof globalThis.fetch = async (_, init) => {
		init?.signal?.throwIfAborted()
		return json()
	}
	expect(await findBackend('', { fetch })).toBeUndefined()
	expect(limits).toEqual([3000, 3000, 3000, 3000])
	vi.restoreAllMocks()
})
