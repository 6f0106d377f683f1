// @vitest-environment happy-dom
import { currentSession } from '@drydock/contract'
import { manualClock, type Clock } from '@drydock/server-kit/clock.ts'
import { testApp } from '@drydock/server-kit/testing'
import { serverNow, setServerTime } from '@drydock/ui'
import { afterEach, expect, test } from 'vitest'
import { createApi } from './api.ts'
import type { KeyStore, SavedSession } from './key-store.ts'
import { project } from './project.ts'
import { createSession, takeCode, useSession } from './session.ts'

const base = 'http://127.0.0.1:8000'

function memoryStore(): KeyStore & { saved: SavedSession | undefined } {
	return {
		saved: undefined,
		async load() {
			return this.saved
		},
		async save(saved) {
			this.saved = saved
		},
	}
}

/** The app as a page sees it: without the key that programs use. */
async function signInApp(clock?: Clock) {
	const app = await testApp([], { clock })
	const asked: string[] = []
	const fetch: typeof globalThis.fetch = async (input, init) => {
		asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
		const reply = await app.app.inject({
			method: init?.method === 'POST' ? 'POST' : 'GET',
			url: new URL(String(input)).pathname,
			payload: typeof init?.body === 'string' ? init.body : undefined,
			headers: { ...Object.fromEntries(new Headers(init?.headers)), host: '127.0.0.1:8000' },
		})
		return new Response(reply.body, { status: reply.statusCode })
	}
	const code = () => new URLSearchParams(new URL(app.kernel.signInLink()).hash.slice(1)).get('code') ?? ''
	return { app, fetch, asked, code }
}

afterEach(() => useSession.setState({ status: 'unknown', problem: undefined }))

test('a link signs in once; the page comes back later by its key', async () => {
	const { app, fetch, code } = await signInApp()
	const keys = memoryStore()
	const used = code()
	await createSession(base, keys, fetch).signIn(used)
	expect(useSession.getState().status).toBe('signed-in')
	expect(keys.saved?.key.extractable).toBe(false)

	const later = createApi(base, { fetch, credentials: createSession(base, keys, fetch) })
	expect(await later.send(currentSession, {})).toMatchObject({ scope: 'user', roots: [app.root] })

	useSession.setState({ status: 'unknown' })
	await createSession(base, memoryStore(), fetch).signIn(used)
	expect(useSession.getState()).toMatchObject({ status: 'signed-out', problem: 'This sign-in link was used already or is too old' })
	await app.close()
})

test('a link that was opened before does not end a session that lives', async () => {
	const { app, fetch, code } = await signInApp()
	const keys = memoryStore()
	await createSession(base, keys, fetch).signIn(code())
	await createSession(base, keys, fetch).signIn('used-before')
	expect(useSession.getState().status).toBe('signed-in')
	await app.close()
})

test('a refused bearer is renewed once, and calls at the same time share the renewal', async () => {
	const { app, fetch, asked, code } = await signInApp()
	const keys = memoryStore()
	await createSession(base, keys, fetch).signIn(code())
	const session = createSession(base, keys, fetch)
	const stale = { bearer: async () => 'stale', renew: () => session.renew() }
	const api = createApi(base, { fetch, credentials: stale })
	asked.length = 0
	await Promise.all([api.send(currentSession, {}), api.send(currentSession, {})])
	expect(asked.filter((line) => line === 'POST /session/renew').length).toBeLessThanOrEqual(2)
	expect(asked.filter((line) => line === 'GET /session')).toHaveLength(4)
	await app.close()
})

test('what the server offers comes with the session', async () => {
	const { app, fetch, asked, code } = await signInApp()
	await createSession(base, memoryStore(), fetch).signIn(code())
	expect(project()).toMatchObject({ roots: [app.root], version: app.kernel.options.version })
	expect(asked).toEqual(['POST /session/start'])
	await app.close()
})

test('a device whose clock is ten years off stays signed in, and counts by the server’s clock', async () => {
	const { app, fetch, code } = await signInApp(manualClock(Date.now() + 10 * 365 * 86_400_000))
	const keys = memoryStore()
	await createSession(base, keys, fetch).signIn(code())
	setServerTime(Date.now())
	expect(await createSession(base, keys, fetch).bearer()).toBeTruthy()
	expect(Math.abs(serverNow() - app.kernel.clock.now())).toBeLessThan(5000)
	setServerTime(Date.now())
	await app.close()
})

test('a session that was ended leads to the sign-in screen', async () => {
	const { app, fetch, code } = await signInApp()
	const keys = memoryStore()
	const session = createSession(base, keys, fetch)
	await session.signIn(code())
	await app.kernel.auth.sessions.end(keys.saved?.session ?? '')
	await expect(createApi(base, { fetch, credentials: session }).send(currentSession, {})).rejects.toMatchObject({ status: 401 })
	expect(useSession.getState().status).toBe('signed-out')
	await app.close()
})

test('the code leaves the address at once', () => {
	location.hash = '#code=abc'
	expect(takeCode()).toBe('abc')
	expect(location.href).not.toContain('abc')
	expect(takeCode()).toBeUndefined()
	location.hash = '#code=abc&layout=Two+rows'
	expect(takeCode()).toBe('abc')
	expect(location.hash).toBe('#layout=Two+rows')
	location.hash = ''
})
