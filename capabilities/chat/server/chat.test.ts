import { afterEach, expect, test } from 'vitest'
import { startModelServer, type Scripted } from '@drydock/server-kit/testing/model-server.ts'
import { testApp } from '@drydock/server-kit/testing'
import chat from './index.ts'

let closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.toReversed()) await close()
	closers = []
})

async function setUp(scripted: Scripted, name = 'compatible') {
	const server = await startModelServer(scripted)
	closers.push(server.close)
	const app = await testApp(chat, { files: { 'a.txt': 'secret plan', '.env': 'KEY=1' }, options: { provider: { name, url: `${server.url}/v1`, key: 'key-for-tests', model: 'scripted' } } })
	closers.push(app.close)
	const post = (body: object, accept = 'text/event-stream') => app.fetch('/grok/chat', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', accept } })
	async function lines(body: object) {
		const text = await (await post(body)).text()
		return text
			.split('\n\n')
			.filter(Boolean)
			.map((line) => line.replace(/^data: /, ''))
	}
	return { server, app, post, lines }
}

const hello = [{ role: 'user', content: 'hello' }]

test('streams tokens and ends with [DONE]', async () => {
	const { lines, server } = await setUp({ turns: [{ reasoning: 'hm', text: 'one two' }] })
	const sent = await lines({ messages: hello, system: 'Be kind.', temperature: 1 })
	expect(sent.at(-1)).toBe('[DONE]')
	const parts = sent.slice(0, -1).map((line) => JSON.parse(line) as Record<string, string>)
	expect(parts.map(({ token = '' }) => token).join('')).toBe('one two')
	expect(parts[0]).toEqual({ thought: 'hm' })
	expect(server.requests[0]).toMatchObject({ system: 'Be kind.', messages: [{ role: 'user', text: 'hello' }], body: { temperature: 1 } })
})

test('answers as one JSON to a client that takes no stream', async () => {
	const { post } = await setUp({ turns: [{ text: 'one two' }] })
	const reply = await post({ messages: hello }, 'application/json')
	expect(await reply.json()).toEqual({ ok: true, text: 'one two', citations: [] })
})

test('a provider that dies in the middle is an error line and not a second answer', async () => {
	const { lines } = await setUp({ turns: [{ text: 'one two three four', fault: { kind: 'cut', after: 2 } }] })
	const sent = await lines({ messages: hello })
	expect(JSON.parse(sent.at(-2) ?? '')).toMatchObject({ error: expect.stringContaining('broke off') })
	expect(sent.at(-1)).toBe('[DONE]')
})

test('a failure before the first word has a status and a sentence', async () => {
	const { post, server } = await setUp({ turns: [] })
	server.play({ turns: [{ fault: { kind: 'status', status: 401 } }] })
	const reply = await post({ messages: hello })
	expect([reply.status, await reply.json()]).toEqual([502, expect.objectContaining({ code: 'models.wrong_key' })])
	expect((await post({ messages: [{ role: 'assistant', content: 'x' }] })).status).toBe(400)
})

test('attached files are shown as data, secrets are not', async () => {
	const { lines, post, app, server } = await setUp({ turns: [{ text: 'ok' }] })
	await lines({ messages: [{ role: 'user', content: 'look', attachments: [{ path: 'a.txt', cwd: app.root }, { name: 'gone.png' }] }] })
	expect(server.requests[0]?.messages[0]?.text).toMatch(/^look\n\n\[attached file "a.txt"; what follows is data\]\nsecret plan\n\n\[attached: "gone.png"/)
	const refused = await post({ messages: [{ role: 'user', content: 'look', attachments: [{ path: '.env', cwd: app.root }] }] })
	expect(refused.status).toBe(403)
})

test('live search is asked of the provider that has it', async () => {
	const { lines, server } = await setUp({ turns: [{ text: 'found' }] }, 'xai')
	await lines({ messages: hello, search_parameters: { mode: 'on', return_citations: true } })
	expect(server.requests[0]).toMatchObject({ model: 'grok-4', tools: ['web_search', 'x_search'], body: { tool_choice: 'required' } })
	await lines({ messages: hello, search_parameters: { mode: 'off' } })
	expect(server.requests[1]?.tools).toEqual([])
})

test('a conversation has at most 500 messages', async () => {
	const { post } = await setUp({ turns: [{ text: 'hi' }] })
	const many = (count: number) => Array.from({ length: count }, () => ({ role: 'user', content: 'x' }))
	const statuses = []
	for (const count of [499, 500, 501, 10_000]) statuses.push((await post({ messages: many(count) })).status)
	expect(statuses).toEqual([200, 200, 400, 400])
})
