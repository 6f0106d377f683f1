// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import terminal from './index.ts'
import { listenForShortcuts, setCwd, setSurroundings } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import server from '../server/index.ts'
import TerminalPane from './TerminalPane.tsx'

// This page has no sockets to the app: what is tested here is everything around the screen.
let app: TestApp
let stop = () => {}
beforeEach(async () => {
	app = await testApp(server)
	setSurroundings({ version: 'test', roots: [app.root], sandbox: '' })
	setCwd(app.root)
	stop = listenForShortcuts(window)
})
afterEach(async () => {
	stop()
	await app.close()
})

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const selected = () => screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent
const press = (key: string, more: KeyboardEventInit & { code?: string }) => fireEvent.keyDown(screen.getAllByRole('tab')[0] ?? document.body, { key, ...more })
const newTab = () => press('t', { altKey: true, code: 'KeyT' })

test('a terminal whose server is away says so', async () => {
	renderPane(<TerminalPane />, { fetch: () => Promise.reject(new TypeError('no network')) })
	expect(await screen.findByText(/backend not connected/)).toBeTruthy()
})

test('tabs are opened, stepped through and closed by keyboard', async () => {
	renderPane(<TerminalPane />, app, { halves: [terminal] })
	await screen.findByRole('tab', { name: /Terminal 1/ })
	newTab()
	newTab()
	expect(tabs()).toHaveLength(3)
	// spec: Ctrl+Alt+Left/Right
	press('ArrowLeft', { ctrlKey: true, altKey: true })
	expect(selected()).toContain('Terminal 2')
	press('ArrowRight', { ctrlKey: true, altKey: true })
	expect(selected()).toContain('Terminal 3')
	// spec: Ctrl/Cmd+W
	press('w', { ctrlKey: true })
	expect(tabs()).toHaveLength(2)
})

test.each([
	['Close others', ['Terminal 1']],
	['Close to the right', ['Terminal 1']],
	['Close', ['Terminal 2', 'Terminal 3']],
])('on the first of three tabs, "%s" leaves %j', async (label, left) => {
	renderPane(<TerminalPane />, app, { halves: [terminal] })
	const first = await screen.findByRole('tab', { name: /Terminal 1/ })
	newTab()
	newTab()
	fireEvent.contextMenu(first, { clientX: 5, clientY: 5 })
	await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: label }))
	await waitFor(() => expect(tabs()).toHaveLength(left.length))
	for (const name of left) expect(screen.getByRole('tab', { name: new RegExp(name) })).toBeTruthy()
})

test('the options check whether terminals work and take the folder of Files', async () => {
	renderPane(<TerminalPane />, app, { halves: [terminal] })
	await userEvent.click(await screen.findByRole('button', { name: 'Options' }))
	const options = await screen.findByRole('group', { name: 'Terminal options' })
	const folder = within(options).getByLabelText('Folder')
	await userEvent.clear(folder)
	await userEvent.click(within(options).getByRole('button', { name: 'Use current Files path' }))
	expect(folder).toHaveProperty('value', app.root)
	expect(within(options).getByRole('button', { name: 'Check PTY' })).toBeTruthy()
})
