import { testApp } from '@drydock/server-kit/testing'
import { expect, test } from 'vitest'
import server from './server/index.ts'

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
