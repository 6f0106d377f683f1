import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Vips from 'wasm-vips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../testing.ts'
import { createCache } from './cache.ts'
import { createCodec } from './codec.ts'

let app: TestApp
let vips: Awaited<ReturnType<typeof Vips>>
beforeAll(async () => {
	app = await testApp([])
	vips = await Vips({ dynamicLibraries: ['vips-heif.wasm'] })
})
afterAll(() => app.close())

const picture = (width: number, height: number, format: string) => Buffer.from(vips.Image.black(width, height, { bands: 3 }).writeToBuffer(format))
const put = (name: string, bytes: Buffer | string) => writeFile(path.join(app.root, name), bytes)
const thumbnail = (name: string, size = 128) => app.kernel.thumbnails.of({ cwd: app.root, path: name }, size)

test.each(['.jpg', '.png', '.webp', '.gif', '.avif'])('a %s becomes a small WebP that keeps its shape', async (format) => {
	await put(`wide${format}`, picture(640, 320, format))
	const { bytes } = await thumbnail(`wide${format}`)
	const small = vips.Image.newFromBuffer(bytes)
	expect([small.width, small.height, bytes.toString('latin1', 8, 12)]).toEqual([128, 64, 'WEBP'])
})

test('what is small already is not made larger', async () => {
	await put('icon.png', picture(16, 16, '.png'))
	const small = vips.Image.newFromBuffer((await thumbnail('icon.png')).bytes)
	expect(small.width).toBe(16)
})

test('a changed file gets a new picture under a new etag, an unchanged one the same', async () => {
	await put('photo.png', picture(300, 300, '.png'))
	const first = await thumbnail('photo.png')
	expect(await thumbnail('photo.png')).toEqual(first)
	await put('photo.png', picture(300, 150, '.png'))
	const second = await thumbnail('photo.png')
	expect(second.etag).not.toBe(first.etag)
	expect(vips.Image.newFromBuffer(second.bytes).height).toBe(64)
})

/** A PNG that says it is larger than it is. */
function bomb(): Buffer {
	const small = picture(8, 8, '.png')
	small.writeUInt32BE(60_000, 16)
	small.writeUInt32BE(60_000, 20)
	return small
}

test.each([
	['a web page', 'page.png', () => '<script>alert(1)</script>', 415],
	['a drawing that could fetch and run', 'drawing.png', () => '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 415],
	['an empty file', 'empty.png', () => '', 415],
	['a picture that ends in the middle', 'torn.jpg', () => picture(640, 640, '.jpg').subarray(0, 300), 422],
	['noise behind a good signature', 'noise.png', () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000, 7)]), 422],
	['a bomb', 'bomb.png', bomb, 422],
])('%s gives no picture, and the next one still comes', async (_, name, content, status) => {
	await put(name, content())
	await expect(thumbnail(name)).rejects.toMatchObject({ status })
	await expect(thumbnail(name)).rejects.toMatchObject({ status })
	await put(`after-${name}.png`, picture(200, 200, '.png'))
	expect((await thumbnail(`after-${name}.png`)).bytes.length).toBeGreaterThan(20)
})

test('files outside of the roots are as unreachable as everywhere', async () => {
	await expect(thumbnail('../data/drydock.db')).rejects.toMatchObject({ status: 403 })
})

test('a picture that takes too long is given up, and the next one is made by a fresh thread', async () => {
	const hasty = createCodec({ timeoutMs: 1 })
	await expect(hasty.shrink(picture(4000, 4000, '.png'), 64)).rejects.toMatchObject({ status: 422, details: { why: 'It took too long' } })
	await hasty.close()
	const codec = createCodec()
	const gone = new AbortController()
	const first = codec.shrink(picture(400, 400, '.png'), 64)
	const unwanted = codec.shrink(picture(400, 400, '.png'), 64, gone.signal)
	gone.abort()
	await expect(unwanted).rejects.toMatchObject({ code: 'media.unwanted' })
	expect((await first).length).toBeGreaterThan(20)
	await codec.close()
})

test('the store of small pictures stays within its bounds; what was not looked at for longest goes', async () => {
	const folder = path.join(app.folder, 'cache')
	const cache = createCache(folder, { mostBytes: 250, trimEvery: 3 })
	await cache.put('a', Buffer.alloc(100))
	await cache.put('b', Buffer.alloc(100))
	for (const name of await readdir(folder)) await utimes(path.join(folder, name), 1, 1)
	await cache.get('a')
	await cache.put('c', Buffer.alloc(100))
	expect([(await cache.get('a'))?.length, await cache.get('b'), (await cache.get('c'))?.length]).toEqual([100, undefined, 100])
})
