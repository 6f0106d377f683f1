import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { picture } from './support/look.ts'

const paneOf = (page: Page, title: string) => page.getByRole('tabpanel', { name: title, exact: true })

async function open(page: Page, id: string, title: string) {
	await page.evaluate((pane) => dispatchEvent(new CustomEvent('vt:layout:open', { detail: { id: pane } })), id)
	const pane = paneOf(page, title)
	await expect(pane).toBeVisible()
	return pane
}

/** A real PNG of one colour. */
function png(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
	const chunk = (type: string, data: Buffer) => {
		const body = Buffer.concat([Buffer.from(type), data])
		const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
		length.writeUInt32BE(data.length)
		sum.writeUInt32BE(crc32(body))
		return Buffer.concat([length, body, sum])
	}
	const head = Buffer.alloc(13)
	head.writeUInt32BE(width, 0)
	head.writeUInt32BE(height, 4)
	head.set([8, 2, 0, 0, 0], 8)
	const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([red, green, blue]))])
	return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))), chunk('IEND', Buffer.alloc(0))])
}

/** A real WAV: so many seconds of a tone, 8 bits, mono. */
function wav(seconds: number, rate = 8000): Buffer {
	const data = Buffer.from(Array.from({ length: 8000 }, (_, index) => 128 + Math.round(60 * Math.sin(index / 3))))
	const size = seconds * rate
	const head = Buffer.alloc(44)
	head.write('RIFF', 0).toString()
	head.writeUInt32LE(36 + size, 4)
	head.write('WAVEfmt ', 8)
	head.writeUInt32LE(16, 16)
	head.set([1, 0, 1, 0], 20)
	head.writeUInt32LE(rate, 24)
	head.writeUInt32LE(rate, 28)
	head.set([1, 0, 8, 0], 32)
	head.write('data', 36)
	head.writeUInt32LE(size, 40)
	return Buffer.concat([head, Buffer.alloc(size, data)])
}

const hostile = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200" onload="fetch('/pwned-onload')">
<rect width="200" height="200" fill="teal"/><script>fetch('/pwned-script');top.__pwn=1</script><image xlink:href="http://127.0.0.1:1/pwned-image" width="9" height="9"/>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://127.0.0.1:1/pwned-frame"/></foreignObject></svg>`

async function age(file: string, seconds: number) {
	const time = Date.now() / 1000 - seconds
	await utimes(file, time, time)
}

test.beforeEach(async ({ project }) => {
	const put = async (name: string, bytes: Buffer | string, old: number) => {
		await mkdir(path.dirname(path.join(project, name)), { recursive: true })
		await writeFile(path.join(project, name), bytes)
		await age(path.join(project, name), old)
	}
	await put('shots/red.png', png(640, 320, [200, 40, 40]), 30)
	await put('shots/green.png', png(320, 640, [40, 160, 60]), 20)
	await put('shots/drawing.svg', hostile, 10)
	await put('shots/tone.wav', wav(5), 15)
	await put('shots/clip.mp4', 'no film', 40)
	await mkdir(path.join(project, 'empty'))
})

test('each pane shows its kind newest first; folders are entered and left; empty ones say so', async ({ desk }) => {
	const empty = { videos: ['Videos', 'No videos in this folder'], sounds: ['Sounds', 'No audio files in this folder'], images: ['Images', 'No images in this folder'], media: ['Media', 'No media files in this folder'] }
	for (const [id, [title = '', text = '']] of Object.entries(empty)) {
		const pane = await open(desk, id, title)
		await expect(pane.getByText(text)).toBeVisible()
	}
	const media = paneOf(desk, 'Media')
	await media.getByRole('button', { name: 'shots' }).click()
	const items = media.getByRole('list', { name: 'Media' }).getByRole('listitem')
	await expect(items).toHaveText([/drawing\.svg/, /tone\.wav/, /green\.png/, /red\.png/, /clip\.mp4/])
	await expect(media.getByRole('status')).toHaveText('5 files')
	await media.getByRole('combobox', { name: 'Filter' }).selectOption({ label: 'Images' })
	await expect(items).toHaveText([/drawing\.svg/, /green\.png/, /red\.png/])
	await media.getByRole('combobox', { name: 'Filter' }).selectOption({ label: 'Audio' })
	await expect(items).toHaveText([/tone\.wav/])
	await media.getByRole('combobox', { name: 'Filter' }).selectOption({ label: 'Videos' })
	await expect(items).toHaveText([/clip\.mp4/])
	await media.getByRole('button', { name: 'Up' }).click()
	await media.getByRole('button', { name: 'empty' }).click()
	await expect(media.getByText('No media files in this folder')).toBeVisible()
	await media.getByRole('navigation', { name: 'Folder' }).getByRole('button').first().click()
	await expect(media.getByRole('button', { name: 'shots' })).toBeVisible()
})

test('thumbnails are real pictures; the lightbox goes through all kinds by keyboard, zooms, compares and closes', async ({ desk, problems }) => {
	const pane = await open(desk, 'media', 'Media')
	await pane.getByRole('button', { name: 'shots' }).click()
	const pictures = pane.getByRole('list', { name: 'Media' }).locator('img')
	await expect(pictures).toHaveCount(3)
	await expect.poll(() => pictures.evaluateAll((all) => all.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))).toEqual([200, 160, 320])
	await picture(pane, 'media-grid')
	await pane.getByRole('button', { name: /drawing\.svg/ }).focus()
	await desk.keyboard.press('ArrowRight')
	await desk.keyboard.press('ArrowRight')
	await expect(pane.getByRole('button', { name: /green\.png/ })).toBeFocused()
	await desk.keyboard.press('Enter')
	const box = desk.getByRole('dialog')
	await expect(box.getByRole('heading', { name: 'green.png' })).toBeVisible()
	await expect(box.getByRole('status')).toContainText('3 of 5 · 320 × 640')
	await desk.keyboard.press('ArrowRight')
	await expect(box.getByRole('status')).toContainText('4 of 5 · 640 × 320')
	await desk.keyboard.press('+')
	await desk.keyboard.press('+')
	await expect(box.getByText('225 %')).toBeVisible()
	await desk.keyboard.press('0')
	await expect(box.getByText('100 %')).toBeVisible()
	await desk.keyboard.press('c')
	await desk.keyboard.press('ArrowLeft')
	await expect(box.getByRole('img')).toHaveCount(2)
	await picture(desk, 'media-lightbox')
	await desk.keyboard.press('c')
	await expect(box.getByRole('img')).toHaveCount(1)
	await desk.keyboard.press('ArrowLeft')
	await expect(box.locator('audio')).toHaveCount(1)
	await desk.keyboard.press('End')
	await expect(box.getByRole('alert')).toContainText('clip.mp4 cannot be shown')
	await desk.keyboard.press('Escape')
	await expect(box).toHaveCount(0)
	await expect(pane.getByRole('button', { name: /green\.png/ })).toBeFocused()
	expect(problems).toEqual([])
})

test('a drawing with script, frames and foreign pictures is drawn and does nothing else', async ({ desk, problems }) => {
	const asked: string[] = []
	desk.on('request', (request) => asked.push(request.url()))
	const pane = await open(desk, 'images', 'Images')
	await pane.getByRole('button', { name: 'shots' }).click()
	await pane.getByRole('button', { name: /drawing\.svg/ }).click()
	await expect(desk.getByRole('dialog').getByRole('status')).toContainText('200 × 200')
	await desk.keyboard.press('Escape')
	// Opened by itself it is no page either.
	const address = await pane.locator('img').first().getAttribute('src')
	const tab = await desk.context().newPage()
	const reply = await tab.goto(address ?? '')
	expect(reply?.headers()['content-security-policy']).toContain('sandbox')
	await tab.close()
	expect(asked.filter((url) => url.includes('pwned'))).toEqual([])
	expect(await desk.evaluate(() => '__pwn' in globalThis)).toBe(false)
	expect(problems).toEqual([])
})

test('a sound of 50 MB seeks: the player asks for the part it needs and plays from there; volume and speed are remembered', async ({ desk, project }) => {
	await writeFile(path.join(project, 'shots/long.wav'), wav(6250))
	const pane = await open(desk, 'sounds', 'Sounds')
	await pane.getByRole('button', { name: 'shots' }).click()
	const sound = pane.getByLabel('long.wav', { exact: true })
	await expect.poll(() => sound.evaluate((element) => (element instanceof HTMLMediaElement ? element.duration : 0))).toBeCloseTo(6250, 0)
	const part = desk.waitForResponse((reply) => reply.url().includes('long.wav') && /bytes=[1-9]\d{6}/.test(reply.request().headers()['range'] ?? ''))
	await sound.evaluate((element) => {
		if (!(element instanceof HTMLMediaElement)) return
		element.volume = 0.25
		element.playbackRate = 1.5
		element.currentTime = 6000
		return element.play()
	})
	expect((await part).status()).toBe(206)
	await expect.poll(() => sound.evaluate((element) => (element instanceof HTMLMediaElement ? element.currentTime : 0))).toBeGreaterThan(6000)
	const other = pane.getByLabel('tone.wav', { exact: true })
	await other.evaluate((element) => (element instanceof HTMLMediaElement ? element.play() : undefined))
	expect(await sound.evaluate((element) => element instanceof HTMLMediaElement && element.paused)).toBe(true)
	await desk.reload()
	const again = (await open(desk, 'sounds', 'Sounds')).getByLabel('long.wav', { exact: true })
	await expect.poll(() => again.evaluate((element) => (element instanceof HTMLMediaElement ? [element.volume, element.playbackRate] : []))).toEqual([0.25, 1.5])
})

/** A real film of two seconds, made by the browser itself. */
async function film(page: Page): Promise<Buffer> {
	const bytes = await page.evaluate(async () => {
		const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
		const brush = canvas.getContext('2d')
		const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
		const parts: Blob[] = []
		recorder.ondataavailable = ({ data }) => parts.push(data)
		recorder.start()
		for (let frame = 0; frame < 40; frame++) {
			if (brush) {
				brush.fillStyle = `hsl(${frame * 9} 70% 45%)`
				brush.fillRect(0, 0, 320, 180)
				brush.fillStyle = 'white'
				brush.fillRect(frame * 7, 70, 40, 40)
			}
			await new Promise((resolve) => setTimeout(resolve, 50))
		}
		await new Promise((resolve) => {
			recorder.onstop = resolve
			recorder.stop()
		})
		return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
	})
	return Buffer.from(bytes)
}

test('films show their first picture and play; a file of the tree leads to the lightbox', async ({ desk, project }) => {
	await writeFile(path.join(project, 'shots/film.webm'), await film(desk))
	const pane = await open(desk, 'videos', 'Videos')
	await pane.getByRole('button', { name: 'shots' }).click()
	const video = pane.getByRole('list', { name: 'Videos' }).getByLabel('film.webm', { exact: true })
	await expect.poll(() => video.evaluate((element) => (element instanceof HTMLVideoElement ? [element.videoWidth, element.readyState > 1] : []))).toEqual([320, true])
	await picture(pane, 'media-videos')
	await video.evaluate((element) => (element instanceof HTMLMediaElement ? element.play() : undefined))
	await expect.poll(() => video.evaluate((element) => (element instanceof HTMLMediaElement ? element.currentTime : 0))).toBeGreaterThan(0.2)
	await pane.getByRole('button', { name: /^film\.webm/ }).click()
	await expect(desk.getByRole('dialog').getByRole('status')).toContainText('320 × 180')
	await expect.poll(() => video.evaluate((element) => element instanceof HTMLMediaElement && element.paused)).toBe(true)
	await desk.keyboard.press('Escape')
	const files = paneOf(desk, 'Files')
	await files.getByRole('treeitem', { name: 'shots' }).click()
	await files.getByRole('treeitem', { name: 'red.png' }).click({ button: 'right' })
	await desk.getByRole('menuitem', { name: 'Show in Media' }).click()
	await expect(desk.getByRole('dialog', { name: 'red.png' }).getByRole('status')).toContainText('640 × 320')
	await desk.keyboard.press('ArrowRight')
	await expect(desk.getByRole('dialog', { name: 'clip.mp4' })).toBeVisible()
	await desk.keyboard.press('Escape')
	await expect(paneOf(desk, 'Media').getByRole('list', { name: 'Media' })).toBeVisible()
})

test('new files stand first at once; while someone looks further down they wait and nothing moves', async ({ desk, project }) => {
	const folder = path.join(project, 'many')
	await mkdir(folder)
	const bytes = png(8, 8, [1, 2, 3])
	for (let start = 0; start < 3000; start += 500) await Promise.all(Array.from({ length: 500 }, (_, offset) => writeFile(path.join(folder, `p${String(start + offset).padStart(4, '0')}.png`), bytes).then(() => age(path.join(folder, `p${String(start + offset).padStart(4, '0')}.png`), 10 + start + offset))))
	const pane = await open(desk, 'images', 'Images')
	await pane.getByRole('button', { name: 'many' }).click()
	const list = pane.getByRole('list', { name: 'Images' })
	await expect(list.getByRole('listitem').first()).toContainText('p0000.png')
	expect(await list.getByRole('listitem').count()).toBeLessThan(120)
	await writeFile(path.join(folder, 'new.png'), bytes)
	await expect(list.getByRole('listitem').first()).toContainText('new.png')

	await list.getByRole('button', { name: /new\.png/ }).focus()
	await desk.keyboard.press('End')
	const last = list.getByRole('button', { name: /p2999\.png/ })
	await expect(last).toBeFocused()
	await writeFile(path.join(folder, 'newer.png'), bytes)
	await expect(pane.getByText('1 new file')).toBeVisible()
	await rm(path.join(folder, 'p0001.png'))
	await expect(pane.getByRole('status').first()).toHaveText(/3,000 files/)
	await expect(last).toBeFocused()
	await expect(last).toBeInViewport()
	await pane.getByRole('button', { name: 'Show' }).click()
	await expect(pane.getByText('1 new file')).toHaveCount(0)

	// Frames while scrolling through all of it: no freeze.
	const longest = await list.evaluate(
		(element) =>
			new Promise<number>((resolve) => {
				const box = element.parentElement
				let [previous, worst, step] = [performance.now(), 0, 0]
				const next = (now: number) => {
					worst = Math.max(worst, now - previous)
					previous = now
					if (box) box.scrollTop = (step / 60) * box.scrollHeight
					if (step++ < 60) requestAnimationFrame(next)
					else resolve(worst)
				}
				requestAnimationFrame(next)
			}),
	)
	expect(longest).toBeLessThan(2000)
})

test('the server starts again and the pictures come back', async ({ desk, server, start }) => {
	const pane = await open(desk, 'images', 'Images')
	await pane.getByRole('button', { name: 'shots' }).click()
	await expect(pane.locator('img')).toHaveCount(3)
	await server.kill()
	await start({ port: server.port })
	await pane.getByRole('button', { name: 'Refresh' }).click()
	await pane.getByRole('button', { name: /red\.png/ }).click()
	await expect(desk.getByRole('dialog').getByRole('status')).toContainText('640 × 320')
})
