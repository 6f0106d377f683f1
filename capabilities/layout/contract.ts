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

/** What a person calls a layout. */
const LayoutName = is.text({ minLength: 1, maxLength: 60, pattern: '^[^\\x00-\\x1f/]*[^\\x00-\\x20/][^\\x00-\\x1f/]*$' })

export const listSavedLayouts = call({
	method: 'GET',
	path: '/ui/layouts',
	summary: 'The names of the saved layouts, the newest first.',
	reply: is.object({ layouts: is.list(is.object({ name: is.text(), saved_at: is.number() })) }),
})

export const readSavedLayout = call({
	method: 'GET',
	path: '/ui/layouts/:name',
	summary: 'One saved layout.',
	params: { name: LayoutName },
	reply: is.object({ name: is.text(), value: is.record(is.anything()) }),
})

export const keepSavedLayout = call({
	method: 'PUT',
	path: '/ui/layouts/:name',
	summary: 'Save a layout under a name.',
	maxBody: mostBytes,
	params: { name: LayoutName },
	body: { value: is.record(is.anything()), replace: is.withDefault(is.flag(), false) },
	reply: is.object({ ok: is.flag() }),
})

export const renameSavedLayout = call({
	method: 'POST',
	path: '/ui/layouts/:name/rename',
	summary: 'Give a saved layout another name.',
	params: { name: LayoutName },
	body: { to: LayoutName },
	reply: is.object({ ok: is.flag() }),
})

export const removeSavedLayout = call({
	method: 'DELETE',
	path: '/ui/layouts/:name',
	summary: 'Delete a saved layout; the answer holds it, for an undo.',
	params: { name: LayoutName },
	reply: is.object({ name: is.text(), value: is.record(is.anything()) }),
})
