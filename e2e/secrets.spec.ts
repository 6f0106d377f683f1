import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { startModelServer } from '../packages/server-kit/src/testing/model-server.ts'
import { ask, maestroOf } from './support/desk.ts'
import { callServer, token } from './support/drydock.ts'
import { expect, test } from './support/fixtures.ts'
import { shows, type as typeInTerminal } from './support/terminal.ts'

const key = 'sk-fixture-0123456789abcdef0123456789abcdef'
const spy = "env; tr '\\0' '\\n' < /proc/1/environ; tr '\\0' '\\n' < /proc/self/environ; ps axe; echo spied"

test('a provider key is found nowhere but in the vault and in the requests to the provider', async ({ start, folder, project, enter }) => {
	const model = await startModelServer({
		turns: [
			{ when: { last: 'spy' }, text: 'I look around.', calls: [{ name: 'run', input: { command: spy } }, { name: 'read', input: { path: 'notes.txt' } }, { name: 'search', input: { pattern: 'sk-' } }] },
			{ when: { results: 3 }, text: 'I found nothing.' },
			{ when: { last: 'refuse' }, fault: { kind: 'status', status: 401, message: `Incorrect API key provided: ${key}`, times: 99 } },
			{ when: { last: 'limit' }, text: 'Done.', fault: { kind: 'status', status: 429, retryAfter: 1, message: `The key ${key} is used too often`, times: 1 } },
			{ when: { last: 'squeeze' }, text: 'Done.', fault: { kind: 'status', status: 429, retryAfter: 1, message: `The key ${key} is used too often`, times: 1 } },
			{ text: 'Hello.' },
		],
	})
	const server = await start({ log: 'debug', env: { DRYDOCK_PROVIDER_URL: `${model.url}/v1`, DRYDOCK_PROVIDER_KEY: '' } })
	await writeFile(path.join(project, 'notes.txt'), `The key is ${key}.\n`)
	const page = await enter(server.link)
	const bodies = hearBodies(page)

	await saveInSettings(page)
	const maestro = maestroOf(page)
	await page.getByRole('tab', { name: 'Maestro', exact: true }).click()
	await ask(page, 'Go and spy.')
	await maestro.getByRole('button', { name: /^Approve/ }).click()
	await expect(maestro.getByText('I found nothing.')).toBeVisible()
	await maestro.getByRole('button', { name: /\benv\b/ }).click()
	await expect(maestro.getByText('spied').last()).toBeVisible()
	await maestro.getByRole('button', { name: 'New task' }).click()
	await ask(page, `My key is ${key}; now refuse.`)
	await expect(maestro.getByRole('alert').filter({ hasText: 'refused the key' })).toContainText('[secret]')

	const chat = page.getByRole('tabpanel', { name: 'Grok Chat', exact: true })
	for (const [text, answer] of [['say hello', 'Hello.'], ['now refuse', /refused the key/], ['then limit', 'Done.']] as const) {
		await chat.getByRole('textbox', { name: 'Message' }).fill(text)
		await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
		await expect(chat.getByText(answer).first()).toBeVisible()
	}
	for (const [word, accept] of [['refuse', 'application/json'], ['refuse', 'text/event-stream'], ['squeeze', 'text/event-stream']] as const) bodies.push(await chatAsProgram(server.url, word, accept))

	// The user's own shell has the user's environment, and nothing of the server's.
	await shows(page, /[#$]\s*$/m)
	await typeInTerminal(page, "clear; env | grep -c '^PATH='; env | grep -c '^DRYDOCK_\\|sk-fixture\\|e2e-token-'; echo counted-$((1+1))")
	await shows(page, /1\s+0\s+counted-2/)

	// Errors do not repeat what was sent.
	for (const init of errorRequests) bodies.push(await (await fetch(server.url + init.target, init)).text())

	const { body: runs } = await callServer<{ items: { task_id: string }[] }>(server, 'GET', '/maestro/runs')
	expect(runs.items.length).toBe(2)
	for (const { task_id } of runs.items) bodies.push(await (await fetch(`${server.url}/tasks/${task_id}/events`, { headers: { 'x-api-key': token, accept: 'text/event-stream' } })).text())
	for (const target of ['/settings/provider', '/providers', '/maestro/config', '/maestro/health', '/openapi.json', '/tools/approvals/list', '/session']) bodies.push(JSON.stringify((await callServer(server, 'GET', target)).body))

	expect(hits(bodies), 'answers of the server').toEqual([])
	expect(JSON.stringify(await browserStorage(page)), 'what the browser keeps').not.toContain(key)
	expect(await page.content(), 'the page').not.toContain(key)
	// The user typed it once, into a message: that, too, goes to no model.
	expect(hits(model.requests.map(({ body }) => JSON.stringify(body))), 'what the model is sent').toEqual([])
	expect(model.requests.length).toBeGreaterThan(5)
	for (const { headers, path: target } of model.requests) {
		expect(headers['authorization']).toBe(`Bearer ${key}`)
		expect(JSON.stringify({ ...headers, authorization: '', target })).not.toContain(key)
	}
	await server.stop()
	await model.close()
	expect(server.said()).toContain('"level":"debug"')
	expect(hits([server.said()]), 'the log').toEqual([])
	// The user's own file holds it, and so does the copy from which a command's changes could be taken back.
	const checkpoints = path.join(folder, 'data/checkpoints')
	expect((await filesWith(folder, key)).filter((file) => !file.startsWith(checkpoints)), 'files').toEqual([path.join(project, 'notes.txt')])
})

test('a provider key from the environment reaches no command, no model and no terminal', async ({ start, folder, enter }) => {
	const model = await startModelServer({ turns: [{ when: { results: 0 }, text: 'I look.', calls: [{ name: 'run', input: { command: spy } }] }, { when: { results: 1 }, text: 'That was all.' }] })
	const server = await start({ log: 'debug', env: { DRYDOCK_PROVIDER_URL: `${model.url}/v1`, DRYDOCK_PROVIDER_KEY: key } })
	const page = await enter(server.link)
	const bodies = hearBodies(page)
	const maestro = await ask(page, 'Look around.')
	await maestro.getByRole('button', { name: /^Approve/ }).click()
	await expect(maestro.getByText('That was all.')).toBeVisible()
	await shows(page, /[#$]\s*$/m)
	await typeInTerminal(page, "clear; env | grep -c '^DRYDOCK_\\|sk-fixture'; echo counted-$((1+1))")
	await shows(page, /^0\s+counted-2/m)
	expect(model.requests.length).toBeGreaterThan(1)
	expect(hits(model.requests.map(({ body }) => JSON.stringify(body))), 'what the model is sent').toEqual([])
	expect(hits(bodies), 'answers of the server').toEqual([])
	await server.stop()
	await model.close()
	expect(hits([server.said()]), 'the log').toEqual([])
	expect(await filesWith(folder, key), 'files').toEqual([])
})

const json = { 'content-type': 'application/json' }
const errorRequests: (RequestInit & { target: string })[] = [
	{ target: `/nowhere?token=${key}` },
	{ target: '/settings/provider', method: 'POST', headers: { ...json, authorization: `Bearer ${key}` }, body: JSON.stringify({ key }) },
	{ target: '/settings/provider', method: 'POST', headers: { ...json, 'x-api-key': key, referer: `http://127.0.0.1/?token=${key}` }, body: '{}' },
	{ target: '/settings/provider', method: 'POST', headers: { ...json, 'x-api-key': token }, body: JSON.stringify({ key: { nested: key }, password: key, [key]: 1 }) },
	{ target: '/settings/provider', method: 'POST', headers: { ...json, 'x-api-key': token }, body: JSON.stringify({ provider: key }) },
	{ target: '/settings/provider', method: 'POST', headers: { ...json, 'x-api-key': token }, body: `{"key": "${key}` },
	{ target: '/fs/write?cwd=/sandbox', method: 'POST', headers: { ...json, 'x-api-key': token, cookie: `session=${key}` }, body: JSON.stringify({ path: 7, content: key }) },
	{ target: `/fs/file?cwd=/sandbox&path=${key}`, headers: { 'x-api-key': token } },
	{ target: `/tasks/${key}/events`, headers: { 'x-api-key': token } },
]

async function saveInSettings(page: Page) {
	await page.evaluate(() => dispatchEvent(new CustomEvent('vt:layout:open', { detail: { id: 'settings' } })))
	const settings = page.getByRole('tabpanel', { name: 'Settings', exact: true })
	await settings.getByRole('textbox', { name: 'API key' }).fill(key)
	await settings.getByRole('button', { name: 'Save' }).click()
	await expect(settings.getByText(/It works/)).toBeVisible()
	await expect(settings.getByRole('textbox', { name: 'API key' })).toHaveValue('')
}

async function chatAsProgram(url: string, word: string, accept: string): Promise<string> {
	const reply = await fetch(`${url}/grok/chat`, { method: 'POST', headers: { ...json, accept, 'x-api-key': token }, body: JSON.stringify({ messages: [{ role: 'user', content: word }] }) })
	return reply.text()
}

function hearBodies(page: Page): string[] {
	const bodies: string[] = []
	page.on('response', (response) => {
		if (/json|text\/event-stream/.test(response.headers()['content-type'] ?? '')) response.text().then((text) => bodies.push(text), () => {})
	})
	return bodies
}

/** What is around each place where the key stands. */
function hits(texts: readonly string[]): string[] {
	return texts.flatMap((text) => {
		const at = text.indexOf(key)
		return at < 0 ? [] : [text.slice(Math.max(0, at - 100), at + 60)]
	})
}

function browserStorage(page: Page): Promise<unknown> {
	return page.evaluate(async () => {
		const stores: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href, history.state, document.title]
		for (const { name } of await indexedDB.databases()) {
			const db = await new Promise<IDBDatabase>((resolve, reject) => {
				const opening = indexedDB.open(name ?? '')
				opening.onsuccess = () => resolve(opening.result)
				opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'))
			})
			for (const store of db.objectStoreNames) {
				stores.push(
					await new Promise((resolve) => {
						const all = db.transaction(store).objectStore(store).getAll()
						all.onsuccess = () => resolve(all.result)
					}),
				)
			}
			db.close()
		}
		return [stores, await caches.keys()]
	})
}

async function filesWith(folder: string, text: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
	const found: string[] = []
	for (const file of files) if ((await readFile(file)).includes(text)) found.push(file)
	return found
}
