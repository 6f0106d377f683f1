import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { editorOf, openFile, typeAtStart } from './support/desk.ts'
import { callServer } from './support/drydock.ts'
import { expect, test } from './support/fixtures.ts'

const run = promisify(execFile)
const works = (command: readonly string[]) => run(command[0] ?? '', command.slice(1)).then(() => true, () => false)

test('a project that can only be read: saving says so, and the text stays', async ({ start, enter, project }) => {
	const bound = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', project]
	test.skip(!(await works([...bound, 'true'])), 'this machine lets nobody mount a folder anew')
	const server = await start({ under: bound })
	const page = await enter(server.link)
	await openFile(page, 'README.md')
	await typeAtStart(page, 'mine ')
	await page.keyboard.press('Control+s')
	await expect(editorOf(page).getByRole('alert')).toContainText(/read-only/i)
	await expect(editorOf(page).getByText('mine # Prices')).toBeVisible()
	expect(await readFile(path.join(project, 'README.md'), 'utf8')).toMatch(/^# Prices/)

	// It is kept elsewhere: on the person's own computer, or where the server may write.
	const download = page.waitForEvent('download')
	await editorOf(page).getByRole('button', { name: 'Download' }).click()
	expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^mine # Prices/)
	await editorOf(page).getByRole('button', { name: 'Save As…' }).click()
	const where = page.getByRole('dialog', { name: 'Save As' }).getByRole('textbox')
	await expect(where).toBeFocused()
	await where.fill('/sandbox/kept.md')
	await where.press('Enter')
	await expect(editorOf(page).getByRole('tab', { name: /kept\.md/ })).toBeVisible()
	await expect(editorOf(page).getByText('mine # Prices')).toBeVisible()
	expect((await callServer<{ entries: { name: string }[] }>(server, 'GET', '/fs/list?cwd=%2Fsandbox&path=')).body.entries.map(({ name }) => name)).toContain('kept.md')
})

test('a server whose file descriptors are used up lives on, and answers when there are some again', async ({ start, project }) => {
	test.skip(!(await works(['prlimit', '--nofile=96', 'true'])), 'this machine has no prlimit')
	const server = await start({ under: ['prlimit', '--nofile=96'] })
	const list = () => callServer(server, 'GET', `/fs/list?cwd=${encodeURIComponent(project)}&path=`, undefined, AbortSignal.timeout(3000)).then(({ status }) => status, () => 0)
	const held = Array.from({ length: 150 }, () => connect(server.port, '127.0.0.1').on('error', () => {}))
	const during = await Promise.all(Array.from({ length: 20 }, list))
	expect(during.every((status) => status !== 200)).toBe(true)
	for (const socket of held) socket.destroy()
	await expect.poll(list, { timeout: 30_000 }).toBe(200)
	expect((await callServer(server, 'POST', `/fs/write?cwd=${encodeURIComponent(project)}`, { path: 'after.txt', content: 'still here' })).status).toBe(200)
	expect(await readFile(path.join(project, 'after.txt'), 'utf8')).toBe('still here')
	expect(server.process.exitCode).toBeNull()
})

test('what a file is made of survives an edit: byte order mark, line ends, and a last line without an end', async ({ desk, project }) => {
	for (const [name, bytes, edited] of [
		['bom.txt', '\ufeffone\r\ntwo', '\ufeffX one\r\ntwo'],
		['unix.txt', 'one\ntwo\n', 'X one\ntwo\n'],
		['bare.txt', 'one', 'X one'],
		['empty.txt', '', 'X '],
	] as const) {
		const file = path.join(project, name)
		await writeFile(file, bytes)
		await openFile(desk, name)
		await typeAtStart(desk, 'X ')
		await desk.keyboard.press('Control+s')
		await expect.poll(() => readFile(file, 'utf8'), name).toBe(edited)
	}
})

test('bytes that are no text are shown as what they are and cannot be saved over', async ({ desk, project }) => {
	const bytes = Buffer.from([0x61, 0xff, 0xfe, 0x00, 0x62])
	await writeFile(path.join(project, 'data.bin'), bytes)
	await desk.evaluate(() => dispatchEvent(new CustomEvent('vt:editor:open', { detail: { path: 'data.bin' } })))
	await expect(editorOf(desk).getByText(/binary|not text|no text/i).first()).toBeVisible()
	await desk.keyboard.press('Control+s')
	expect(await readFile(path.join(project, 'data.bin'))).toEqual(bytes)
})

test('a page whose clock is ten years off signs in, reloads and works', async ({ page, server }) => {
	await page.clock.install({ time: new Date('2016-01-01T00:00:00Z') })
	await page.goto(server.link)
	await expect(page.getByRole('treeitem', { name: 'package.json' })).toBeVisible()
	await page.reload()
	await expect(page.getByRole('treeitem', { name: 'package.json' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Sign in to Drydock' })).toHaveCount(0)
})

test('without a network typing goes on; what was not saved is saved when it is back', async ({ desk, context, project }) => {
	const worker = desk.waitForResponse(/editor\.worker/)
	await openFile(desk, 'README.md')
	await worker
	await context.setOffline(true)
	await typeAtStart(desk, 'offline ')
	await desk.keyboard.press('Control+s')
	await expect(editorOf(desk).getByRole('alert')).toBeVisible()
	await context.setOffline(false)
	await desk.keyboard.press('Control+s')
	await expect.poll(() => readFile(path.join(project, 'README.md'), 'utf8')).toMatch(/^offline # Prices/)
	await expect(editorOf(desk).getByRole('alert')).toHaveCount(0)
})
