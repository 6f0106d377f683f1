// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { startModelServer, type ModelServer } from '@drydock/server-kit/testing/model-server.ts'
import { renderPane, screen, userEvent, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import server from './server/index.ts'
import providersHalf from './web/index.ts'
import ProvidersPane from './web/ProvidersPane.tsx'

let app: TestApp
let model: ModelServer
beforeEach(async () => {
	model = await startModelServer([{ turns: [{ text: 'hello' }] }])
	app = await testApp(server, { options: { provider: { name: 'openai', url: `${model.url}/v1`, key: 'good-key-0123', model: 'scripted' } } })
})
afterEach(async () => {
	await app.close()
	await model.close()
})

const row = (name: string) => screen.findByRole('listitem', { name })

test('lists every provider with its status and raw JSON', async () => {
	expect(providersHalf.panes?.map(({ id }) => id)).toEqual(['providerDiagnostics'])
	renderPane(<ProvidersPane />, app)
	const openai = await row('OpenAI')
	expect(within(openai).getByText('Ready')).toBeTruthy()
	expect(within(openai).getByText('In use')).toBeTruthy()
	expect(within(await row('Anthropic')).getByText('No key')).toBeTruthy()
	await userEvent.click(within(openai).getByText('Raw JSON'))
	expect(openai.textContent).toContain('"status": "ready"')
	expect(openai.textContent).not.toContain('good-key')
})

test('a test tells the address from the key, lists the models, and a run brings the time to the first word', async () => {
	renderPane(<ProvidersPane />, app)
	const openai = await row('OpenAI')
	expect(within(openai).getAllByText('Not tested')).toHaveLength(2)
	await userEvent.click(within(openai).getByRole('button', { name: 'Test this key' }))
	expect(await within(openai).findByText(/^Answered in/)).toBeTruthy()
	expect(within(openai).getByText('Answers')).toBeTruthy()
	expect(within(openai).getByText('Accepted')).toBeTruthy()
	for await (const _ of app.kernel.models.stream({ system: '', messages: [{ role: 'user', text: 'hi' }], signal: AbortSignal.timeout(9000) })) expect(_).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
	expect(await within(openai).findByText(/median/)).toBeTruthy()
})

test('a refused key is told apart from an address that does not answer', async () => {
	await app.kernel.models.configure({ provider: 'openai', key: 'wrong-key-0123' })
	renderPane(<ProvidersPane />, app)
	const openai = await row('OpenAI')
	await userEvent.click(within(openai).getByRole('button', { name: 'Test this key' }))
	expect(await within(openai).findByText('Refused')).toBeTruthy()
	expect(within(openai).getByText('Answers')).toBeTruthy()
	await app.kernel.models.configure({ provider: 'openai', base_url: 'http://127.0.0.1:9/v1' })
	await userEvent.click(within(openai).getByRole('button', { name: 'Test this key' }))
	expect(await within(openai).findByText('Does not answer')).toBeTruthy()
})

test('Onboarding is announced to whoever shows it', async () => {
	let heard = 0
	addEventListener('vt:onboarding:open', () => heard++, { once: true })
	renderPane(<ProvidersPane />, app)
	await userEvent.click(screen.getByRole('button', { name: 'Onboarding' }))
	expect(heard).toBe(1)
})

test('offline the last snapshot stays, with when it is tried again', async () => {
	let isUp = true
	const timeouts: (AbortSignal | null | undefined)[] = []
	const fetch: typeof globalThis.fetch = (input, init) => {
		timeouts.push(init?.signal)
		return isUp ? app.fetch(input, init) : Promise.reject(new TypeError('network'))
	}
	const first = renderPane(<ProvidersPane />, { fetch })
	await row('OpenAI')
	isUp = false
	await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
	expect((await screen.findByRole('alert')).textContent).toContain('Network error')
	const banner = screen.getByText(/^Offline/).textContent ?? ''
	const seconds = Number(/\d+/.exec(banner)?.[0])
	expect(banner).toBe(`Offline — showing last snapshot. Retrying in ${seconds}s…`)
	expect(seconds).toBeGreaterThan(0)
	// A page that opens while the server is away shows it too.
	first.unmount()
	renderPane(<ProvidersPane />, { fetch })
	expect(await row('OpenAI')).toBeTruthy()
	expect(await screen.findByText(/^Offline — showing last snapshot/)).toBeTruthy()
	// spec: provider request timeout
	expect(timeouts.every((signal) => signal instanceof AbortSignal)).toBe(true)
	isUp = true
	await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
	await expect.poll(() => screen.queryByText(/^Offline/)).toBeNull()
})

test('without a snapshot the error stands in the pane, with a retry', async () => {
	renderPane(<ProvidersPane />, { fetch: () => Promise.reject(new TypeError('network')) })
	expect(await screen.findByText('The providers could not be read')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
