// @vitest-environment happy-dom
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { project, setSurroundings } from '@drydock/web-kit'
import { renderPane, screen, waitFor } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import files from '../files/server/index.ts'
import { openMedia } from './contract.ts'
import media from './server/index.ts'
import web from './web/index.ts'
import { held, thumbnailUrl, type MediaItem } from './web/media-item.ts'
import { fitted, moved, zoomed } from './web/view.ts'

let app: TestApp
beforeEach(async () => {
	app = await testApp([files, media], { files: { 'shots/old.png': 'x', 'shots/new.svg': '<svg/>', 'shots/a.mp3': 'x', 'shots/b.mp4': 'x' } })
	await utimes(path.join(app.root, 'shots/old.png'), 1, 1)
	setSurroundings({ version: 'test', roots: [app.root], sandbox: '' })
})
afterEach(() => app.close())

async function show(id: string, config: Record<string, unknown> = {}) {
	const { default: Pane } = (await web.panes?.find((pane) => pane.id === id)?.load()) ?? {}
	if (!Pane) throw new Error(`No pane ${id}`)
	return renderPane(<Pane />, app, { halves: [web], config: { cwd: project().cwd, ...config } })
}

test.each([
	['videos', 'No videos in this folder'],
	['sounds', 'No audio files in this folder'],
	['images', 'No images in this folder'],
	['media', 'No media files in this folder'],
])('%s says that it looks, then that there is nothing', async (id, text) => {
	await show(id)
	expect(screen.getByRole('status', { name: '' }).textContent).toBe('Loading…')
	expect(await screen.findByText(text)).toBeTruthy()
})

test('a folder that cannot be read is told in an alert with a way to try again', async () => {
	await show('images', { folder: path.join(app.root, 'gone') })
	const alert = await screen.findByRole('alert')
	expect(alert.textContent).toContain('This folder cannot be shown')
	expect(alert.textContent).toContain('Retry')
})

test('pictures carry small ones, drawings themselves, films and sounds players', async () => {
	const { container } = await show('images', { folder: path.join(app.root, 'shots') })
	await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(2))
	const [drawing, picture] = [...container.querySelectorAll('img')].map((image) => new URL(image.src))
	expect([drawing?.pathname, drawing?.searchParams.get('path')]).toEqual(['/fs/file', 'shots/new.svg'])
	expect([picture?.pathname, picture?.searchParams.get('path')]).toEqual(['/fs/thumbnail', 'shots/old.png'])
	expect(openMedia.path).toBe('/media/open')
})

const item = (name: string, mtime = 1): MediaItem => ({ name, path: name, kind: 'image', size: 1, mtime })

test('what is held keeps its order; what is gone goes; what is new waits', () => {
	expect(held([item('new', 9), item('b', 8), item('a', 1)], ['a', 'gone', 'b']).map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a changed picture has another address, so no browser shows the old one', () => {
	const source = { origin: 'http://media-0.localhost', at: 0 }
	expect(thumbnailUrl(source, item('a.png', 1), 320)).not.toBe(thumbnailUrl(source, item('a.png', 2), 320))
})

test('zooming keeps the point under the pointer in its place, and ends at all of it and at single pixels', () => {
	const view = zoomed(fitted, 2, 100, 50)
	expect(view).toEqual({ scale: 2, x: -100, y: -50 })
	expect(zoomed(view, 0.5, 100, 50)).toEqual(fitted)
	expect(zoomed(fitted, 1000).scale).toBe(32)
	expect(moved(fitted, 10, 10)).toEqual(fitted)
	expect(moved(view, 10, 0)).toMatchObject({ x: -90 })
})
