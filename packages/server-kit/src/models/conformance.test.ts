import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { is } from '@drydock/contract'
import { startModelServer, type ModelServer, type Scripted } from '../testing/model-server.ts'
import { createModels, providerIds, type ModelPart, type Models, type ProviderId, type StepRequest } from './index.ts'

let server: ModelServer
beforeAll(async () => {
	server = await startModelServer([])
})
afterAll(() => server.close())

function memory() {
	const values = new Map<string, unknown>()
	const secrets = new Map<string, string>()
	return {
		settings: { get: async (key: string) => values.get(key), set: async (key: string, value: unknown) => void values.set(key, value) },
		vault: {
			get: async (name: string) => secrets.get(name),
			set: async (name: string, value: string) => void secrets.set(name, value),
			delete: async (name: string) => void secrets.delete(name),
			list: async () => [...secrets.keys()].map((name) => ({ name, updated_at: 0 })),
		},
		secrets,
	}
}

const base = (id: ProviderId) => server.url + (id === 'google' ? '/v1beta' : '/v1')

async function modelsOf(id: ProviderId, key = 'key-for-tests') {
	const models = createModels({ ...memory(), stallMs: 300, firstWaitMs: 5 })
	await models.configure({ provider: id, base_url: base(id), model: 'scripted', key })
	return models
}

const request = (more: Partial<StepRequest> = {}): StepRequest => ({ system: 'Be brief.', messages: [{ role: 'user', text: 'hello' }], signal: AbortSignal.timeout(10_000), ...more })

async function play(models: Models, scripted: Scripted, more: Partial<StepRequest> = {}) {
	server.play(scripted)
	const parts: ModelPart[] = []
	for await (const part of models.stream(request(more))) parts.push(part)
	const finish = parts.find((part) => part.type === 'finish')
	if (finish?.type !== 'finish') throw new Error('no finish')
	const said = (type: 'text' | 'reasoning') => parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
	return { parts, finish, text: said('text'), reasoning: said('reasoning'), retries: parts.filter((part) => part.type === 'retry') }
}

const readTool = { name: 'read', description: 'Reads a file.', input: is.object({ path: is.text() }) }

describe.each(providerIds)('%s', (id) => {
	let models: Models
	beforeEach(async () => {
		models = await modelsOf(id)
		server.requests.length = 0
	})

	test('streams text with usage, and sends the system prompt', async () => {
		const { text, parts, finish } = await play(models, { turns: [{ text: 'one two three', usage: { input: 7, output: 3 } }] })
		expect(text).toBe('one two three')
		expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(1)
		expect(finish).toMatchObject({ text: 'one two three', usage: { input: 7, output: 3 }, finish: 'stop', calls: [] })
		expect(server.requests[0]).toMatchObject({ system: 'Be brief.', messages: [{ role: 'user', text: 'hello' }], model: 'scripted' })
	})

	test('streams reasoning apart from text', async () => {
		const { text, reasoning } = await play(models, { turns: [{ reasoning: 'let me see', text: 'done' }] })
		expect(text).toBe('done')
		// Chat completions of Groq and xAI-like servers differ in where reasoning is; what matters is that it never mixes into the text.
		expect(reasoning).toBe('let me see')
	})

	test('gives tool calls and takes their results back in order', async () => {
		const script = {
			turns: [
				{ text: 'Looking.', calls: [{ name: 'read', input: { path: 'a.ts' } }, { name: 'read', input: { path: 'b.ts' } }] },
				{ text: 'Read both.' },
			],
		}
		const first = await play(models, script, { tools: [readTool] })
		expect(first.finish.calls.map(({ name, input }) => ({ name, input }))).toEqual([
			{ name: 'read', input: { path: 'a.ts' } },
			{ name: 'read', input: { path: 'b.ts' } },
		])
		const results = first.finish.calls.map(({ id: callId, name }, index) => ({ id: callId, name, output: `result ${index}`, isError: false }))
		// What is logged is JSON: it must survive that.
		const content: unknown = JSON.parse(JSON.stringify(first.finish.content))
		const second = await play(models, script, { tools: [readTool], messages: [{ role: 'user', text: 'hello' }, { role: 'assistant', content }, { role: 'tool', results }] })
		expect(second.text).toBe('Read both.')
		const sent = server.requests.at(-1)
		expect(sent?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool'])
		expect(sent?.messages.slice(2).map(({ text }) => text)).toEqual(['result 0', 'result 1'])
		expect(sent?.tools).toEqual(['read'])
	})

	test('marks a call to a tool that does not exist', async () => {
		const { finish } = await play(models, { turns: [{ calls: [{ name: 'fly', input: {} }] }] }, { tools: [readTool] })
		expect(finish.calls[0]).toMatchObject({ name: 'fly', problem: expect.any(String) })
	})

	test.each([
		['429', { kind: 'status', status: 429, retryAfter: 0.01 }],
		['500', { kind: 'status', status: 500 }],
		['an answer cut in the middle', { kind: 'cut', after: 1 }],
		['a stalled answer', { kind: 'stall', after: 1 }],
	] as const)('tries again after %s and gets the whole answer', async (_, fault) => {
		const { finish, retries } = await play(models, { turns: [{ text: 'all of it', fault }] })
		expect(finish.text).toBe('all of it')
		expect(retries).toHaveLength(1)
	})

	test('a wrong key fails at once with a sentence', async () => {
		const wrong = await modelsOf(id, 'a-wrong-key')
		await expect(play(wrong, { turns: [{ text: 'x' }] })).rejects.toMatchObject({ code: 'models.wrong_key', message: expect.stringContaining('refused the key') })
		expect(await wrong.probe()).toMatchObject({ ok: false, code: 'models.wrong_key' })
		expect(await models.probe()).toMatchObject({ ok: true })
	})

	test.each([
		"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
		'prompt is too long: 250000 tokens > 200000 maximum',
		'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
		'Your input exceeds the context window of this model.',
	])('knows that a conversation is too long: %s', async (message) => {
		await expect(play(models, { turns: [{ fault: { kind: 'status', status: 400, message } }] })).rejects.toMatchObject({ code: 'models.too_long' })
		expect(server.requests).toHaveLength(1)
	})

	test('gives up after four tries and says so', async () => {
		const failing = play(models, { turns: [{ text: 'x', fault: { kind: 'status', status: 503, times: 99 } }] })
		await expect(failing).rejects.toMatchObject({ code: 'models.unavailable', message: expect.stringContaining('gave up after 4 tries') })
		expect(server.requests).toHaveLength(4)
	})

	test('survives broken JSON in the stream', async () => {
		const { finish } = await play(models, { turns: [{ text: 'all of it', fault: { kind: 'broken', after: 1 } }] })
		expect(finish.text).toBe('all of it')
	})

	test('an empty answer is an answer', async () => {
		const { finish } = await play(models, { turns: [{ fault: { kind: 'empty' } }] })
		expect(finish).toMatchObject({ text: '', calls: [] })
	})

	test('stops at once when aborted', async () => {
		const stop = new AbortController()
		server.play({ turns: [{ text: 'word '.repeat(200), delayMs: 5 }] })
		const reading = async () => {
			for await (const part of models.stream(request({ signal: stop.signal }))) if (part.type === 'text') stop.abort(new Error('enough'))
		}
		await expect(reading()).rejects.toThrow('enough')
	})
})

test('says what is missing before it connects', async () => {
	const models = createModels(memory())
	await expect(play(models, [])).rejects.toMatchObject({ code: 'models.no_key', message: 'There is no key for OpenRouter yet' })
	await models.configure({ provider: 'compatible' })
	await expect(play(models, [])).rejects.toMatchObject({ code: 'models.no_provider' })
	expect(await models.current()).toMatchObject({ provider: 'compatible', ready: false, reason: 'no_base_url' })
})

test.each<[string, (port: number) => string, string, RegExp]>([
	['nobody listens', () => 'http://127.0.0.1:9/v1', 'unreachable', /ECONNREFUSED/],
	['the name is nobody’s', () => 'https://no-such-host.invalid/v1', 'unreachable', /ENOTFOUND|EAI_AGAIN/],
	['what answers does not speak TLS', (port) => `https://127.0.0.1:${port}/v1`, 'unreachable', /SSL|EPROTO/],
	['a sign-in page of the network answers instead', (port) => `http://127.0.0.1:${port}/v1`, 'web_page', /answered with a web page/],
])('names what is wrong when %s', async (_, address, code, words) => {
	const portal = createServer((__, reply) => void reply.setHeader('content-type', 'text/html').end('<!doctype html><h1>Welcome to the hotel</h1>'))
	await once(portal.listen(0, '127.0.0.1'), 'listening')
	const models = createModels({ ...memory(), firstWaitMs: 1 })
	await models.configure({ provider: 'compatible', base_url: address((portal.address() as AddressInfo).port), model: 'x' })
	await expect(play(models, [])).rejects.toMatchObject({ code: `models.${code}`, message: expect.stringMatching(words) })
	portal.close()
})

test('takes first values from the environment until something is chosen, and keeps the key in the vault', async () => {
	const parts = memory()
	const models = createModels({ ...parts, first: { url: `${server.url}/v1`, key: 'first-key-1234', model: 'scripted' } })
	expect(await models.current()).toMatchObject({ provider: 'compatible', model: 'scripted', has_key: true, ready: true })
	expect(parts.secrets.get('provider.compatible')).toBe('first-key-1234')
	await models.configure({ provider: 'openai', key: 'second' })
	expect(await models.current()).toMatchObject({ provider: 'openai', model: 'gpt-4.1', base_url: 'https://api.openai.com/v1', has_key: true })
})

test('a provider that repeats the key it refuses does not spread it', async () => {
	const key = 'sk-refused-0123456789'
	const models = createModels(memory())
	await models.configure({ provider: 'compatible', base_url: `${server.url}/v1`, model: 'x', key })
	const error = await play(models, { turns: [{ fault: { kind: 'status', status: 403, message: `${'x'.repeat(290)} ${key}` } }] }).then(String, String)
	expect(error).toContain('refused the key')
	expect(error).not.toContain('sk-ref')
})

test('a saved key never travels to an address it was not saved for', async () => {
	const models = await modelsOf('openai')
	const other = await startModelServer({ turns: [] })
	const probed = await models.probe({ base_url: `${other.url}/v1` })
	expect(probed.ok).toBe(true)
	await other.close()
	expect(other.requests).toEqual([])
})

test('chooses who answers for a model that is asked for by name', async () => {
	const models = createModels(memory())
	expect(await models.choose('grok-4')).toMatchObject({ provider: 'openrouter', model: 'x-ai/grok-4' })
	expect(await models.choose('claude-3-5-sonnet')).toMatchObject({ provider: 'openrouter', model: 'anthropic/claude-3.5-sonnet' })
	expect(await models.choose('gpt-4o')).toMatchObject({ provider: 'openrouter', model: 'openai/gpt-4o' })
	expect(await models.choose('qwen/other')).toMatchObject({ provider: 'openrouter', model: 'qwen/other' })
	await models.configure({ provider: 'xai', key: 'k' })
	await models.configure({ provider: 'openai', key: 'k' })
	expect(await models.choose('grok-4')).toEqual({ provider: 'xai', model: 'grok-4' })
	await models.configure({ provider: 'xai', key: '' })
	await models.configure({ provider: 'compatible', base_url: `${server.url}/v1`, model: 'local' })
	expect(await models.choose('grok-4')).toMatchObject({ provider: 'compatible', model: 'local' })
})
