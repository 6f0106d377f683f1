import { call, is } from '@drydock/contract'

/** A device's id, as the browser made it; `default` where it can keep none. */
const DeviceId = is.text({ minLength: 1, maxLength: 64, pattern: '^[\\w-]+$' })

/** A layout record is a few kilobytes; this is a bound, not a goal. */
const mostBytes = 256 * 1024

export const readLayout = call({
	method: 'GET',
	path: '/ui/settings/layout',
	summary: 'The layout that this device saved.',
	query: { device_id: is.withDefault(DeviceId, 'default') },
	reply: is.object({ disabled: is.flag(), value: is.anything() }),
})

export const saveLayout = call({
	method: 'POST',
	path: '/ui/settings/layout',
	summary: 'Save the layout of this device.',
	maxBody: mostBytes,
	body: { deviceId: is.withDefault(DeviceId, 'default'), value: is.record(is.anything()) },
	reply: is.object({ ok: is.flag() }),
})
