import { testApp } from '@drydock/server-kit/testing'
import { expect, test } from 'vitest'
import server from './server/index.ts'
import { mostSaved } from './server/saved-layouts.ts'

const json = { 'content-type': 'application/json' }

test('each device has its own layout, and one that never saved has none', async () => {
	const app = await testApp(server)
	await app.fetch('http://app/ui/settings/layout', { method: 'POST', headers: json, body: JSON.stringify({ deviceId: 'one', value: { version: 1 } }) })
	expect(await (await app.fetch('http://app/ui/settings/layout?device_id=one')).json()).toEqual({ disabled: false, value: { version: 1 } })
	expect(await (await app.fetch('http://app/ui/settings/layout?device_id=two')).json()).toEqual({ disabled: false, value: null })
	await app.close()
})

test('the device that saved longest ago is forgotten first', async () => {
	const app = await testApp(server)
	const save = (deviceId: string) => app.fetch('http://app/ui/settings/layout', { method: 'POST', headers: json, body: JSON.stringify({ deviceId, value: { version: 1 } }) })
	for (let n = 0; n <= 50; n++) await save(`device-${n}`)
	expect(await (await app.fetch('http://app/ui/settings/layout?device_id=device-0')).json()).toMatchObject({ value: null })
	expect(await (await app.fetch('http://app/ui/settings/layout?device_id=device-1')).json()).toMatchObject({ value: { version: 1 } })
	await app.close()
})

test.each([
	['a device that is a path', { deviceId: '../x', value: {} }],
	['a value that is no object', { deviceId: 'x', value: 'layout' }],
])('%s is refused', async (_, body) => {
	const app = await testApp(server)
	const reply = await app.fetch('http://app/ui/settings/layout', { method: 'POST', headers: json, body: JSON.stringify(body) })
	expect(reply.status).toBe(400)
	await app.close()
})

async function named() {
	const app = await testApp(server)
	const send = async (method: string, path: string, body?: unknown) => {
		const reply = await app.fetch(`http://app/ui/layouts${path}`, { method, ...(body !== undefined && { headers: json, body: JSON.stringify(body) }) })
		return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
	}
	const names = async () => ((await send('GET', '')).body['layouts'] as { name: string }[]).map(({ name }) => name)
	return { app, send, names }
}
const value = { version: 1, dock: { model: {} } }

test('a layout is saved under a name, read, renamed and deleted; the answer of the last allows an undo', async () => {
	const { app, send, names } = await named()
	expect((await send('PUT', '/Review', { value })).status).toBe(200)
	expect((await send('PUT', `/${encodeURIComponent('Écran n° 2')}`, { value })).status).toBe(200)
	expect(await names()).toEqual(['Écran n° 2', 'Review'])
	expect((await send('GET', '/Review')).body).toEqual({ name: 'Review', value })
	expect((await send('POST', '/Review/rename', { to: 'Reading' })).status).toBe(200)
	expect(await names()).toEqual(['Reading', 'Écran n° 2'])
	expect((await send('DELETE', '/Reading')).body).toEqual({ name: 'Reading', value })
	expect(await names()).toEqual(['Écran n° 2'])
	expect(await send('GET', '/Reading')).toMatchObject({ status: 404, body: { code: 'layout.unknown', message: 'There is no layout called Reading.' } })
	await app.close()
})

test('a name that is taken is replaced only when that is meant', async () => {
	const { app, send } = await named()
	await send('PUT', '/Review', { value })
	expect(await send('PUT', '/Review', { value: { version: 1 } })).toMatchObject({ status: 409, body: { code: 'layout.taken' } })
	expect((await send('PUT', '/Review', { value: { version: 1 }, replace: true })).status).toBe(200)
	await send('PUT', '/Other', { value })
	expect(await send('POST', '/Other/rename', { to: 'Review' })).toMatchObject({ status: 409, body: { code: 'layout.taken' } })
	expect((await send('POST', '/Other/rename', { to: 'Other' })).status).toBe(200)
	await app.close()
})

test('a hundred layouts are the most, and saves at once do not lose each other', async () => {
	const { app, send, names } = await named()
	const replies = await Promise.all(Array.from({ length: mostSaved + 1 }, (_, n) => send('PUT', `/Layout ${n}`, { value })))
	expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
	expect(await names()).toHaveLength(mostSaved)
	await app.close()
})

test.each([
	['blank', '/%20'],
	['a path', '/a%2Fb'],
	['too long', `/${'x'.repeat(61)}`],
	['with a line break', '/a%0Ab'],
])('a name that is %s is refused', async (_, path) => {
	const { app, send } = await named()
	expect((await send('PUT', path, { value })).status).toBe(400)
	await app.close()
})
