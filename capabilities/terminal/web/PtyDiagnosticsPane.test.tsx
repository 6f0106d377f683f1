// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { setCwd, setSurroundings } from '@drydock/web-kit'
import { renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import commands from '../../commands/server/index.ts'
import server from '../server/index.ts'
import ExperimentalTerminalPane from './ExperimentalTerminalPane.tsx'
import { Fallback } from './Fallback.tsx'
import terminal from './index.ts'
import PtyDiagnosticsPane from './PtyDiagnosticsPane.tsx'

let app: TestApp
beforeEach(async () => {
	app = await testApp([server, commands])
	setSurroundings({ version: 'test', roots: [app.root], sandbox: '' })
	setCwd(app.root)
})
afterEach(() => app.close())

const open = () => app.kernel.ptys.open({ owner: 'person', runner: 'bash', program: { file: '/bin/bash', args: ['--norc', '--noprofile'], cwd: app.root }, size: { cols: 80, rows: 24 } })

test('the panes are registered under their names and keys', () => {
	expect(terminal.panes?.map(({ id, shortcut }) => [id, shortcut])).toEqual([
		['terminal', undefined],
		// spec: Alt+9
		['ptyDiagnostics', 'Alt+9'],
		['experimentalTerminal', undefined],
	])
})

test('a live session is shown with its buffers, and is ended from there', async () => {
	const { pid } = await open()
	renderPane(<PtyDiagnosticsPane />, app, { halves: [terminal] })
	const row = await screen.findByRole('row', { name: new RegExp(`no tab: bash ${pid}`) })
	expect(within(row).getByText('running')).toBeTruthy()
	expect(screen.getByText('terminals work')).toBeTruthy()
	await userEvent.click(within(row).getByRole('button', { name: `End no tab ${pid}` }))
	await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(String(pid)) })).toBeNull())
	expect(await screen.findByText('No terminal is open')).toBeTruthy()
	expect(await app.kernel.ptys.list('person')).toEqual([])
})

test('the experimental terminal says what it needs, and that it is one', async () => {
	renderPane(<ExperimentalTerminalPane />, app, { halves: [terminal] })
	expect(await screen.findByText('No terminal is open')).toBeTruthy()
	expect(screen.getByText('experimental')).toBeTruthy()
})

test('without a terminal an echo check runs a command, its output can be copied, and the policy opened', async () => {
	renderPane(<Fallback />, app, { halves: [terminal] })
	expect(screen.getByRole('button', { name: 'Copy last output' })).toHaveProperty('disabled', true)
	expect(screen.getByRole('button', { name: 'Open Shell Policy' })).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Run echo check' }))
	expect(await screen.findByLabelText('Last output')).toHaveProperty('textContent', 'Drydock\nexit code 0')
	expect(screen.getByRole('button', { name: 'Copy last output' })).toHaveProperty('disabled', false)
})
