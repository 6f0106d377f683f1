// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { findCommand, project, setSurroundings } from '@drydock/web-kit'
import { renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import files from '../files/server/index.ts'
import half from './server/index.ts'
import BrowserPreviewPane from './web/BrowserPreviewPane.tsx'
import { fit } from './web/devices.ts'
import { fromPage, mostLines, withEntries } from './web/from-page.ts'
import web from './web/index.ts'
import { addressOf, configFrom, localAddress, pathIn, targetOf } from './web/target.ts'
import { defaultInterval, firstPollMs, laterPollMs, shortestInterval } from './web/use-page-changes.ts'

let app: TestApp
beforeAll(async () => {
	app = await testApp([files, half], { files: { 'index.html': '<p>hi' } })
	setSurroundings({ version: 'test', roots: [app.root], sandbox: '' })
})
afterAll(() => app.close())

test('browser-preview begins with what it is for, and with the pages that there are', async () => {
	const { container } = renderPane(<BrowserPreviewPane />, app, { halves: [web] })
	expect(web.panes?.map(({ id }) => id)).toEqual(['browser-preview'])
	expect(screen.getByText('See a page as a browser shows it')).toBeTruthy()
	expect(screen.getByRole('textbox', { name: 'CWD' })).toHaveProperty('value', project().cwd)
	await userEvent.click(await screen.findByRole('button', { name: 'index.html' }))
	await waitFor(() => expect(container.querySelector('iframe')?.src).toMatch(/index\.html$/))
})

test('the frame is sandboxed and of a name of its own; polling begins gently', async () => {
	const heads: number[] = []
	const began = performance.now()
	const fetch: typeof globalThis.fetch = (input, init) => {
		if (init?.method === 'HEAD') heads.push(performance.now() - began)
		return app.fetch(input, init)
	}
	const { container } = renderPane(<BrowserPreviewPane />, { fetch }, { halves: [web], config: { path: 'index.html' } })
	await waitFor(() => expect(container.querySelector('iframe')).toBeTruthy())
	const frame = container.querySelector('iframe')
	expect(frame?.src).toMatch(/^http:\/\/preview-[0-9a-f]{32}\.localhost:8000\/fs\/preview\/index\.html$/)
	expect(frame?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-top-navigation')
	expect(frame?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-popups')
	await waitFor(() => expect(heads.length).toBeGreaterThan(0))
	// spec: preview first poll minimum
	expect(heads[0]).toBeGreaterThanOrEqual(firstPollMs)
	expect([firstPollMs, laterPollMs, shortestInterval, defaultInterval]).toEqual([200, 500, 300, 1000])
})

test('a folder outside of the roots is told in place', async () => {
	renderPane(<BrowserPreviewPane />, app, { halves: [web], config: { path: 'index.html', cwd: '/etc' } })
	expect((await screen.findByRole('alert')).textContent).toContain('The preview cannot be opened')
})

test.each([
	[{ path: '/a/b.html' }, { source: 'files', path: 'a/b.html' }],
	[{ path: 'a.html', cwd: '/p' }, { source: 'files', path: 'a.html', cwd: '/p' }],
	[{ file: 'a.html' }, { source: 'files', path: 'a.html' }],
	[{ url: 'a.html?x=1' }, { source: 'files', path: 'a.html?x=1' }],
	[{ url: 'http://localhost:5173/x?y#z' }, { source: 'port', port: 5173, path: '/x?y#z' }],
	[{ url: 'http://[::1]:80' }, { source: 'port', port: 80, path: '/' }],
	[{ port: 3000 }, { source: 'port', port: 3000, path: '/' }],
	[{ port: 3000, path: '/a' }, { source: 'port', port: 3000, path: '/a' }],
	[{ port: 0 }, {}],
	[{ port: '3000' }, {}],
	[{ url: 'https://example.com/' }, {}],
	[{ url: 'javascript:alert(1)' }, {}],
	[{}, {}],
])('vt:browserPreview:navigate with %o shows %o', (given, expected) => {
	expect(configFrom(given)).toEqual(expected)
})

test.each(['evil.example:80', 'localhost', 'localhost:99999', 'localhost:80@evil.example', 'http://127.0.0.1.evil.example:80', 'file:///etc'])('%s is no server on this machine', (typed) => {
	expect(localAddress(typed)).toBeUndefined()
})

test('paths become addresses and back, whatever their names are', () => {
	const origin = 'http://preview-0.localhost:1'
	for (const path of ['a b.html', 'ä/ö.html', 'a+b%.html', 'x.html?q=1#h']) {
		const address = addressOf(origin, { ...targetOf({ path }, '/c') })
		expect(new URL(address).origin).toBe(origin)
		expect(pathIn(origin, new URL(address).href, 'files')).toBe(path)
	}
	expect(pathIn(origin, 'http://evil.example/x', 'files')).toBeUndefined()
	expect(pathIn(origin, `${origin}/fs/preview/%ff`, 'files')).toBeUndefined()
	expect(pathIn(origin, `${origin}/a?b`, 'port')).toBe('/a?b')
})

test.each([undefined, null, 'x', 7, {}, { drydock: 'other' }, { drydock: 'console' }, { drydock: 'console', entries: 'x' }])('a stranger’s message %o is nothing', (data) => {
	expect(fromPage(data)).toBeUndefined()
})

test('of what a page says, good entries of bounded length are kept, and the last lines only', () => {
	const message = fromPage({ drydock: 'console', dropped: Infinity, entries: [{ level: 'log', text: 'x'.repeat(9999) }, { level: 'evil', text: 'x' }, { level: 'log', text: 7 }, undefined, ...Array.from({ length: 999 }, () => ({ level: 'log', text: 'y' }))] })
	if (message?.drydock !== 'console') throw new Error('no console')
	expect(message.entries[0]?.text).toHaveLength(2000)
	expect(message.entries.length).toBeLessThanOrEqual(60)
	expect(message.dropped).toBe(1_000_000)
	let lines = withEntries([], { drydock: 'console', entries: [{ level: 'log', text: 'at http://o/fs/preview/a.js and http://o/' }], dropped: 0 }, 'http://o')
	expect(lines[0]?.text).toBe('at a.js and /')
	for (let count = 0; count < 20; count++) lines = withEntries(lines, message)
	expect(lines).toHaveLength(mostLines)
	expect(new Set(lines.map(({ id }) => id)).size).toBe(mostLines)
})

test('a device is drawn as large as there is room and never larger than it is', () => {
	expect(fit([400, 800], { width: 200, height: 800 })).toBe(0.5)
	expect(fit([400, 800], { width: 2000, height: 2000 })).toBe(1)
})

test('the preview is a command too', () => {
	renderPane(<BrowserPreviewPane />, app, { halves: [web] })
	expect(findCommand('preview.open')?.title).toBe('Preview a page')
})
