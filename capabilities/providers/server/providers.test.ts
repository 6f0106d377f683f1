import { expect, test } from 'vitest'
import { startModelServer } from '@drydock/server-kit/testing/model-server.ts'
import { testApp } from '@drydock/server-kit/testing'
import providers from './index.ts'

test('maps each provider to its status and never shows a key', async () => {
	const app = await testApp(providers, { options: { provider: { name: 'openai', key: 'sk-very-secret-key' } } })
	const text = await (await app.fetch('/providers')).text()
	expect(text).not.toContain('sk-very')
	const map = JSON.parse(text) as Record<string, unknown>
	expect(Object.keys(map)).toEqual(['openrouter', 'openai', 'anthropic', 'google', 'groq', 'xai', 'compatible'])
	expect(map['openai']).toMatchObject({ status: 'ready', selected: true, has_key: true })
	expect(map['openrouter']).toMatchObject({ status: 'no_key', selected: false })
	expect(map['compatible']).toMatchObject({ status: 'no_base_url' })
	expect((await (await app.fetch('/providers/local')).json())).toMatchObject({ ok: true })
	await app.close()
})

test('tries a key without keeping it', async () => {
	const server = await startModelServer([])
	const app = await testApp(providers)
	const probe = async (key: string) => {
		const reply = await app.fetch('/providers/probe', { method: 'POST', body: JSON.stringify({ provider: 'openai', base_url: `${server.url}/v1`, key }), headers: { 'content-type': 'application/json' } })
		return reply.json()
	}
	expect(await probe('good-key')).toMatchObject({ ok: true, models: ['scripted'] })
	expect(await probe('wrong-key')).toMatchObject({ ok: false, code: 'models.wrong_key' })
	expect(await app.kernel.vault.list()).toEqual([])
	await app.close()
	await server.close()
})
