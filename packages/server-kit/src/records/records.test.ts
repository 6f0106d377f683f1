import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { testApp, type TestApp } from '../testing.ts'

interface Thing {
	name: string
	size: number
}

let app: TestApp
beforeEach(async () => {
	app = await testApp([])
})
afterEach(() => app.close())

const things = () => app.kernel.records.of<Thing>('thing', 'thing')

test('keeps, changes and removes', async () => {
	const made = await things().add({ name: 'a', size: 1 })
	const changed = await things().change(made.id, { size: 2 }, made.etag)
	expect(changed.value).toEqual({ name: 'a', size: 2 })
	expect(changed.etag).not.toBe(made.etag)
	expect(await things().list()).toEqual([changed])
	await things().remove(made.id)
	await things().remove(made.id)
	expect(await things().list()).toEqual([])
	await expect(things().get(made.id)).rejects.toMatchObject({ status: 404, message: 'That thing is gone' })
})

test('a change over something newer is refused, with what is there', async () => {
	const { id, etag } = await things().add({ name: 'a', size: 1 })
	const newer = await things().change(id, { name: 'b' }, etag)
	await expect(things().change(id, { name: 'c' }, etag)).rejects.toMatchObject({ status: 409, code: 'conflict', details: { name: 'b', size: 1, etag: newer.etag } })
})

test('changes of different fields at once are all kept', async () => {
	const { id } = await things().add({ name: 'a', size: 1 })
	await Promise.all([things().change(id, { name: 'b' }), things().change(id, { size: 9 })])
	expect((await things().get(id)).value).toEqual({ name: 'b', size: 9 })
})

test('the same id added twice is one record, and kinds do not see each other', async () => {
	await things().add({ name: 'a', size: 1 }, 'one')
	expect((await things().add({ name: 'z', size: 9 }, 'one')).value.name).toBe('a')
	const others = app.kernel.records.of<Thing>('other', 'other')
	expect(await others.list()).toEqual([])
	await expect(others.get('one')).rejects.toMatchObject({ status: 404 })
	await others.remove('one')
	expect(await things().list()).toHaveLength(1)
})

test('what came within one millisecond is listed in the order it came', async () => {
	await app.close()
	app = await testApp([], { clock: manualClock() })
	const names = ['e', 'b', 'd', 'a', 'c']
	for (const name of names) await things().add({ name, size: 1 })
	expect((await things().list()).map(({ value }) => value.name)).toEqual(names)
})
