// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import server from './server/index.ts'
import SettingsPane from './web/SettingsPane.tsx'

const key = 'sk-secret-key-that-nobody-may-see-again'

/** A model server on this machine that knows one key. */
async function modelServer() {
	const http = createServer((request, response) => {
		const isKnown = request.headers.authorization === `Bearer ${key}`
		response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(isKnown ? { data: [{ id: 'tiny' }, { id: 'large' }] } : {}))
	})
	await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
	const address = http.address()
	return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`, close: () => http.close() }
}

test('a key is written, tried and never comes back', async () => {
	const model = await modelServer()
	const app = await testApp(server)
	renderPane(<SettingsPane />, app)
	await userEvent.selectOptions(await screen.findByLabelText('LLM provider'), 'compatible')
	await userEvent.type(screen.getByLabelText('API base'), model.url)
	await userEvent.type(screen.getByLabelText('API key', { selector: 'input' }), key)
	await userEvent.type(screen.getByLabelText('Model name'), 'tiny')
	await userEvent.click(screen.getByRole('button', { name: 'Save' }))
	await userEvent.click(await screen.findByText('Use it'))

	expect(await screen.findByText('It works: 2 models')).toBeTruthy()
	const kept = await (await app.fetch('http://app/settings/provider')).text()
	expect(JSON.parse(kept)).toMatchObject({ current: { provider: 'compatible', model: 'tiny', has_key: true, ready: true } })
	expect(kept).not.toContain(key)
	expect(document.body.innerHTML).not.toContain(key)
	await app.close()
	model.close()
})

test('a wrong key is named before it is kept', async () => {
	const model = await modelServer()
	const app = await testApp(server)
	renderPane(<SettingsPane />, app)
	await userEvent.selectOptions(await screen.findByLabelText('LLM provider'), 'compatible')
	await userEvent.type(screen.getByLabelText('API base'), model.url)
	await userEvent.type(screen.getByLabelText('API key', { selector: 'input' }), 'wrong')
	await userEvent.click(screen.getByRole('button', { name: 'Validate' }))
	await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/refused the key/))
	expect(await (await app.fetch('http://app/settings/provider')).json()).toMatchObject({ current: { has_key: false } })
	await app.close()
	model.close()
})

test('a provider that does not exist is refused with the ones that do', async () => {
	const app = await testApp(server)
	const reply = await app.fetch('http://app/settings/provider', { method: 'POST', body: '{"provider":"nobody"}', headers: { 'content-type': 'application/json' } })
	expect(reply.status).toBe(400)
	expect(await reply.json()).toMatchObject({ error: 'There is no provider called "nobody"' })
	await app.close()
})

test('in local mode only servers on this machine are offered, and it says when none answers', async () => {
	const app = await testApp(server)
	renderPane(<SettingsPane />, app)
	await userEvent.click(await screen.findByLabelText(/^Local/))
	expect(await screen.findByText(/No model server answers on this machine yet|answers on this machine with/)).toBeTruthy()
	expect([...screen.getByLabelText<HTMLSelectElement>('LLM provider').options].map(({ value }) => value)).toEqual(['compatible'])
	await userEvent.click(screen.getByLabelText(/^Connected/))
	expect(screen.getByLabelText<HTMLSelectElement>('LLM provider').options.length).toBeGreaterThan(5)
	await app.close()
})
