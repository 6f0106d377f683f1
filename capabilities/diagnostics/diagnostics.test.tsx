// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import files from '../files/server/index.ts'
import server from './server/index.ts'
import DiagnosticsPane from './web/DiagnosticsPane.tsx'
import diagnosticsHalf from './web/index.ts'

let app: TestApp
beforeEach(async () => {
	app = await testApp([server, files], { files: { 'a.txt': 'a' } })
})
afterEach(() => app.close())

const shownCache = () => screen.getByLabelText('FS cache status').textContent ?? ''

test('shows the API base, and the file cache when asked', async () => {
	expect(diagnosticsHalf.panes?.map(({ id }) => id)).toEqual(['diagnostics'])
	renderPane(<DiagnosticsPane />, app)
	expect(screen.getByText('http://127.0.0.1:8000')).toBeTruthy()
	expect(shownCache()).toBe('No data')
	await app.kernel.workspace.search(app.root, 'a', { limit: 5 })
	await userEvent.click(screen.getByRole('button', { name: 'Fetch FS Cache Status' }))
	await expect.poll(shownCache).toContain('"files": 1')
})

test('tells version, uptime and what is open', async () => {
	renderPane(<DiagnosticsPane />, app)
	expect(await screen.findByText(/^Drydock test, Node/)).toBeTruthy()
	for (const name of ['Uptime', 'Memory', 'Event loop lag', 'Event streams', 'Web sockets', 'Watched folders', 'Your terminals', 'Last benchmark', 'Last chaos run']) expect(screen.getByText(name)).toBeTruthy()
})

test('says what failed', async () => {
	const fetch: typeof globalThis.fetch = async (input, init) => (String(input).includes('cache_status') ? Response.json({ error: 'disk is gone' }, { status: 400 }) : app.fetch(input, init))
	renderPane(<DiagnosticsPane />, { fetch })
	await userEvent.click(screen.getByRole('button', { name: 'Fetch FS Cache Status' }))
	expect((await screen.findByRole('alert')).textContent).toBe('Failed: disk is gone')
})

test('saves the support bundle as a file', async () => {
	const saved: { download: string; href: string }[] = []
	const click = HTMLAnchorElement.prototype.click
	HTMLAnchorElement.prototype.click = function () {
		saved.push({ download: this.download, href: this.href })
	}
	renderPane(<DiagnosticsPane />, app)
	await userEvent.click(screen.getByRole('button', { name: 'Save support bundle' }))
	await expect.poll(() => saved[0]?.download).toMatch(/^drydock-support-.*\.json$/)
	HTMLAnchorElement.prototype.click = click
})
