// @vitest-environment happy-dom
import { testAdminKey, testApp } from '@drydock/server-kit/testing'
import { flag, openOverlay, preference, readPreference, wantedOverlays, writePreference } from '@drydock/web-kit'
import { setConnection } from '@drydock/web-kit/connection.ts'
import { act, fireEvent, renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import server from './server/index.ts'
import FeedbackOverlay from './web/FeedbackOverlay.tsx'
import half from './web/index.ts'
import { outbox } from './web/outbox.ts'
import OutboxOverlay from './web/OutboxOverlay.tsx'
import { telemetryOptIn, telemetrySeen } from './web/preferences.ts'
import TelemetryOverlay from './web/TelemetryOverlay.tsx'

type App = Awaited<ReturnType<typeof testApp>>

const headers = { host: '127.0.0.1:8000' }
const tokens = new WeakMap<App, string>()

async function adminToken(app: App): Promise<string> {
	const login = await app.app.inject({ method: 'POST', url: '/admin/login', headers, payload: { key: testAdminKey } })
	const { token } = login.json<{ token: string }>()
	tokens.set(app, token)
	return token
}

/** As an admin, without the user's own credentials. */
async function asAdmin(app: App, url: string) {
	const token = tokens.get(app) ?? (await adminToken(app))
	const reply = await app.app.inject({ url, headers: { ...headers, authorization: `Bearer ${token}` } })
	return reply.json<{ items: Record<string, unknown>[] }>()
}

const post = (app: App, path: string, body: unknown) => app.fetch(`http://app${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function withApp(run: (app: App) => Promise<void>) {
	const app = await testApp(server)
	try {
		await run(app)
	} finally {
		await app.close()
	}
}

test('feedback is written, sent and kept for the admin; nobody else reads it', () =>
	withApp(async (app) => {
		renderPane(<FeedbackOverlay />, app, { halves: [half] })
		expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
		await userEvent.click(screen.getByLabelText('Bug'))
		await userEvent.type(screen.getByLabelText('Your note'), '  The rope is loose.  ')
		await userEvent.click(screen.getByRole('button', { name: 'Send' }))
		expect(await screen.findByText('Thanks for your feedback!')).toBeTruthy()
		expect((await asAdmin(app, '/feedback')).items).toEqual([{ id: expect.any(String), kind: 'bug', note: 'The rope is loose.', created_at: expect.any(Number) }])
		expect((await app.fetch('http://app/feedback')).status).toBe(403)
	}))

test('while it is sent the dialog says so, and what the server refuses is told', async () => {
	const answer = Promise.withResolvers<Response>()
	renderPane(<FeedbackOverlay />, { fetch: () => answer.promise })
	await userEvent.type(screen.getByLabelText('Your note'), 'Hm')
	await userEvent.click(screen.getByRole('button', { name: 'Send' }))
	expect(await screen.findByText('Sending...')).toBeTruthy()
	answer.resolve(Response.json({ ok: false, error: 'The box is full', message: 'The box is full' }, { status: 507 }))
	expect(await screen.findByText('Failed to submit: The box is full')).toBeTruthy()
	expect(screen.getByLabelText('Your note')).toHaveProperty('value', 'Hm')
})

test('a failure without a word is an Unknown error', async () => {
	renderPane(<FeedbackOverlay />, { fetch: async () => Response.json({ message: '', error: '' }, { status: 400 }) })
	await userEvent.type(screen.getByLabelText('Your note'), 'Hm')
	await userEvent.click(screen.getByRole('button', { name: 'Send' }))
	expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to submit: (Unknown error|Request failed)$/)
})

test('without a connection the note is kept, and sent once the server answers, once', () =>
	withApp(async (app) => {
		const offline = renderPane(<FeedbackOverlay />, { fetch: () => Promise.reject(new TypeError('no network')) }, { halves: [half] })
		await userEvent.type(screen.getByLabelText('Your note'), 'On the train')
		await userEvent.click(screen.getByRole('button', { name: 'Send' }))
		expect(await screen.findByText(/Your note is kept here/)).toBeTruthy()
		expect(wantedOverlays()).toContain('outbox')
		const [waiting] = readPreference(outbox)
		offline.unmount()
		// Its answer was lost: it is there already.
		await post(app, '/feedback', waiting)
		renderPane(<OutboxOverlay />, app, { halves: [half] })
		act(() => setConnection('online'))
		await waitFor(() => expect(readPreference(outbox)).toEqual([]))
		expect((await asAdmin(app, '/feedback')).items).toMatchObject([{ kind: 'note', note: 'On the train' }])
	}))

test.each([
	['of no known kind', { kind: 'praise', note: 'x' }],
	['empty', { kind: 'bug', note: '' }],
	['blank', { kind: 'bug', note: '   ' }],
	['too long', { kind: 'bug', note: 'x'.repeat(10_001) }],
	['without a note', { kind: 'bug' }],
])('feedback is refused when it is %s', (_, body) =>
	withApp(async (app) => {
		const reply = await post(app, '/feedback', body)
		expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'validation'])
	}))

test('telemetry is off, asked once after the welcome, stored by Save alone, and says what is sent', () =>
	withApp(async (app) => {
		renderPane(<TelemetryOverlay />, app, { halves: [half] })
		expect(wantedOverlays()).not.toContain('telemetry')
		writePreference(preference('welcome_dismissed', '', false, flag), true)
		expect(wantedOverlays()).toContain('telemetry')
		expect(screen.getByLabelText('Count when I open the app')).toHaveProperty('checked', false)
		expect(screen.getByText(/"event": "app.load"/)).toBeTruthy()
		const told: unknown[] = []
		addEventListener('vt:telemetry:changed', ({ detail }: CustomEventInit<unknown>) => told.push(detail), { once: true })
		await userEvent.click(screen.getByLabelText('Count when I open the app'))
		await userEvent.click(screen.getByRole('button', { name: 'Save' }))
		expect([readPreference(telemetrySeen), readPreference(telemetryOptIn), told]).toEqual([true, true, [{ optIn: true }]])
		expect(wantedOverlays()).toContain('outbox')
		renderPane(<OutboxOverlay />, app, { halves: [half] })
		await waitFor(async () => expect((await asAdmin(app, '/analytics/logs')).items).toMatchObject([{ event: 'app.load', props: { language: expect.any(String) } }]))
	}))

test('Skip stores nothing', async () => {
	renderPane(<TelemetryOverlay />, { fetch: () => Promise.reject(new Error('no server')) }, { halves: [half] })
	openOverlay('telemetry')
	await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
	expect([localStorage.getItem('vt_telemetry_seen'), localStorage.getItem('vt_telemetry_optin')]).toEqual([null, null])
	expect(wantedOverlays()).not.toContain('telemetry')
	fireEvent.keyDown(document.body, { key: 'Escape' })
	writePreference(telemetrySeen, false)
})

test('an event of another form is refused, and only the admin reads what was counted', () =>
	withApp(async (app) => {
		expect((await post(app, '/analytics', { event: 'a b<' })).status).toBe(400)
		expect((await post(app, '/analytics', { event: 'pane.open', props: { pane: 'files' } })).status).toBe(200)
		expect((await app.fetch('http://app/analytics/logs')).status).toBe(403)
		expect((await app.fetch('http://app/analytics/logs?limit=2001')).status).not.toBe(200)
	}))

test.each([
	['/feedback', { kind: 'bug', note: 'again' }],
	['/analytics', { event: 'again' }],
])('a flood of %s ends after sixty a minute', (path, body) =>
	withApp(async (app) => {
		const statuses = []
		for (let time = 0; time < 61; time++) statuses.push((await post(app, path, body)).status)
		expect([...new Set(statuses.slice(0, 60))]).toEqual([200])
		expect(statuses.at(-1)).toBe(429)
	}))

test('a flood of logins is told when to come again', () =>
	withApp(async (app) => {
		const login = async (key: string) => app.app.inject({ method: 'POST', url: '/admin/login', headers, payload: { key } })
		for (let time = 0; time < 5; time++) expect((await login('wrong')).statusCode).toBe(401)
		const refused = await login(testAdminKey)
		expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
	}))

test('what people tell and pages count is bounded: the oldest gives way', () =>
	withApp(async (app) => {
		interface Tables {
			feedback: { id: string; kind: string; note: string; created_at: number }
			analytics: { id: string; event: string; props: string; ts: number }
		}
		const db = app.kernel.store.db<Tables>()
		const ids = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at), at }))
		for (let part = 0; part < 51; part++) await db.insertInto('analytics').values(ids(1000).map(({ id, at }) => ({ id: `${part}-${id}`, event: 'old', props: '{}', ts: part * 1000 + at }))).execute()
		for (let part = 0; part < 11; part++) await db.insertInto('feedback').values(ids(1000).map(({ id, at }) => ({ id: `${part}-${id}`, kind: 'bug', note: 'old', created_at: part * 1000 + at }))).execute()
		expect((await post(app, '/feedback', { kind: 'bug', note: 'newest' })).status).toBe(200)
		const count = async (table: keyof Tables) => Number((await db.selectFrom(table).select((row) => row.fn.countAll().as('all')).executeTakeFirst())?.all)
		expect([await count('feedback'), await count('analytics')]).toEqual([10_000, 50_000])
		expect((await db.selectFrom('feedback').select('note').orderBy('created_at', 'desc').limit(1).executeTakeFirst())?.note).toBe('newest')
	}))
