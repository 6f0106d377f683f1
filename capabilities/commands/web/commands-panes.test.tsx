// @vitest-environment happy-dom
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { readPreference } from '@drydock/web-kit'
import { renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import sandboxWeb from '../../sandbox/web/index.ts'
import policy from '../../shell-policy/server/index.ts'
import policyWeb from '../../shell-policy/web/index.ts'
import tasks from '../../tasks/server/index.ts'
import terminal from '../../terminal/server/index.ts'
import testsWeb from '../../tests/web/index.ts'
import { testOptions } from '../../tests/web/options.ts'
import commands from '../server/index.ts'
import { foldOutput, noOutput } from './fold-output.ts'
import half from './index.ts'
import TerminalPreflightPane from './TerminalPreflightPane.tsx'
import TerminalStreamPane from './TerminalStreamPane.tsx'

let app: TestApp

beforeEach(async () => {
	app = await testApp([commands, policy, tasks, terminal], { files: { 'a.txt': 'hello from a\n' } })
})
afterEach(() => app.close())

const button = (name: string) => screen.getByRole('button', { name })
const halves = [half, policyWeb]

async function write(cmd: string) {
	const field = await screen.findByLabelText('Command')
	await userEvent.clear(field)
	await userEvent.type(field, cmd.replaceAll(/[{[]/g, '$&$&'))
}

test('terminal-stream says what it is before anything ran, and runs nothing empty', async () => {
	renderPane(<TerminalStreamPane />, app, { halves })
	expect(await screen.findByText(/\d+ threads; \d+ entries of the allowlist/)).toBeTruthy()
	expect(screen.getByText('Nothing was run yet')).toBeTruthy()
	expect(button('Stream')).toHaveProperty('disabled', true)
	expect(button('Stop')).toHaveProperty('disabled', true)
})

test('a listed command streams at once, and ends with exit code and time', async () => {
	renderPane(<TerminalStreamPane />, app, { halves })
	await write(`cat ${app.root}/a.txt`)
	await waitFor(() => expect(button('Stream')).toHaveProperty('disabled', false))
	await userEvent.clear(screen.getByLabelText('Folder'))
	await userEvent.type(screen.getByLabelText('Folder'), app.root)
	await userEvent.click(button('Stream'))
	expect(await screen.findByText('exit code 0')).toBeTruthy()
	expect(screen.getByText('hello from a')).toBeTruthy()
	expect(screen.getByText(/allowed because "cat" is on the list/)).toBeTruthy()
})

test('a command that asks shows itself first; stderr stands apart; its code is told', async () => {
	renderPane(<TerminalStreamPane />, app, { halves })
	await write('echo oops >&2; exit 3')
	await userEvent.click(button('Stream'))
	expect(await screen.findByText(/Run this in .*echo oops >&2; exit 3/)).toBeTruthy()
	await userEvent.click(button('Run it'))
	expect(await screen.findByText('exit code 3')).toBeTruthy()
	expect(screen.getByText('oops').className).toBe('OutputView-stderr')
})

test('Stop ends a running command and its exit code is still told', async () => {
	renderPane(<TerminalStreamPane />, app, { halves })
	await write('echo begun; sleep 60')
	await userEvent.click(button('Stream'))
	await userEvent.click(await screen.findByRole('button', { name: 'Run it' }))
	expect(await screen.findByText('begun')).toBeTruthy()
	await userEvent.click(button('Stop'))
	expect(await screen.findByText('exit code 143')).toBeTruthy()
	expect(screen.getByText(/stopped by you/)).toBeTruthy()
})

test('a pane that was reloaded goes on with its command', async () => {
	const first = renderPane(<TerminalStreamPane />, app, { halves })
	await write('echo begun; until [ -e go ]; do sleep 0.05; done; echo ended')
	await userEvent.clear(screen.getByLabelText('Folder'))
	await userEvent.type(screen.getByLabelText('Folder'), app.root)
	await userEvent.click(button('Stream'))
	await userEvent.click(await screen.findByRole('button', { name: 'Run it' }))
	expect(await screen.findByText('begun')).toBeTruthy()
	first.unmount()
	renderPane(<TerminalStreamPane />, app, { halves, config: first.tab.config })
	expect(await screen.findByText('begun')).toBeTruthy()
	writeFileSync(path.join(app.root, 'go'), '')
	expect(await screen.findByText('exit code 0')).toBeTruthy()
	expect(screen.getByText(/ended/)).toBeTruthy()
})

test('Run buffered asks, and shows everything at the end', async () => {
	renderPane(<TerminalStreamPane />, app, { halves })
	await write('echo out; echo err >&2; exit 2')
	await userEvent.click(button('Run buffered'))
	await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }))
	expect(await screen.findByText('exit code 2')).toBeTruthy()
	expect(screen.getByText('err').className).toBe('OutputView-stderr')
})

test('a blocked command says so and leads to its policy', async () => {
	const { opened } = renderPane(<TerminalStreamPane />, app, { halves })
	await userEvent.click(await screen.findByLabelText('Command'))
	await userEvent.paste(`ls ${'a'.repeat(5000)}`)
	await userEvent.click(button('Stream'))
	expect(await screen.findByText(/^Command blocked by shell policy/)).toBeTruthy()
	await userEvent.click(button('Open Shell Policy'))
	expect(opened).toMatchObject([{ id: 'shellPolicy', options: { config: { cmd: expect.stringMatching(/^ls a/) } } }])
})

test.skipIf(process.platform !== 'linux')('on a copy nothing is asked; what it would change is named and leads to its diff', async () => {
	const { opened } = renderPane(<TerminalStreamPane />, app, { halves: [...halves, sandboxWeb] })
	await write('echo more >> a.txt')
	await userEvent.clear(screen.getByLabelText('Folder'))
	await userEvent.type(screen.getByLabelText('Folder'), app.root)
	await userEvent.click(screen.getByRole('checkbox', { name: 'On a copy' }))
	await userEvent.click(button('Stream'))
	expect(await screen.findByText(/It ran on a copy and would change a\.txt\. Keep it or throw it away/)).toBeTruthy()
	expect(readFileSync(path.join(app.root, 'a.txt'), 'utf8')).toBe('hello from a\n')
	await userEvent.click(button('Show the changes'))
	expect(opened).toMatchObject([{ id: 'sandbox', options: { config: { effect: (await app.kernel.shadow.list())[0]?.id } } }])
	await userEvent.click(button('Run buffered'))
	await waitFor(async () => expect(await app.kernel.shadow.list()).toHaveLength(2))
	expect(await screen.findByText(/would change a\.txt/)).toBeTruthy()
})

test('a command becomes the test command of the project, where and by what it ran', async () => {
	const { opened } = renderPane(<TerminalStreamPane />, app, { halves: [...halves, testsWeb] })
	await waitFor(() => expect(button('Save as test command')).toHaveProperty('disabled', true))
	await write('make check')
	await userEvent.clear(screen.getByLabelText('Folder'))
	await userEvent.type(screen.getByLabelText('Folder'), '/sandbox/parts/a')
	await userEvent.click(button('Save as test command'))
	await waitFor(() => expect(opened).toMatchObject([{ id: 'tests' }]))
	expect(readPreference(testOptions)).toMatchObject({ '/sandbox': { command: 'make check', extra: '', runner: 'bash', folder: 'parts/a' } })
})

test('output is plain text, and of too much the beginning goes', () => {
	const output = (text: string, seq: number) => ({ seq, type: 'output' as const, data: { stream: 'stdout' as const, text } })
	const shown = [output('\u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007', 1), { seq: 2, type: 'skipped' as const, data: { bytes: 9 } }].reduce(foldOutput, noOutput())
	expect(shown.pieces.map(({ text }) => text)).toEqual(['red\n', '\n… 9 bytes left out …\n'])
	const much = Array.from({ length: 30 }, (_, index) => output('x'.repeat(65_536), index + 1)).reduce(foldOutput, noOutput())
	expect(much).toMatchObject({ isCut: true, length: 1024 * 1024 })
	expect(foldOutput(noOutput(), { seq: 1, type: 'error', data: { message: 'The server stopped' } })).toMatchObject({ error: 'The server stopped' })
})

test('terminal-preflight lists tools by category, what the sandbox keeps apart, and the state of terminals', { timeout: 60_000 }, async () => {
	renderPane(<TerminalPreflightPane />, app, { halves })
	const shells = within(await screen.findByRole('table', { name: 'Shells' }, { timeout: 30_000 }))
	expect(shells.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Tool', 'Available', 'Path', 'Version', 'Error'])
	expect(within(shells.getByRole('row', { name: /^bash yes \S+bash \d/ })).getByText(/bash$/, { selector: 'code' })).toBeTruthy()
	expect(screen.getByText('There is no network.')).toBeTruthy()
	expect(within(screen.getByRole('region', { name: 'PTY WebSocket' })).getByText(/WSL exists on Windows only/)).toBeTruthy()
	expect(screen.getByText('Seen now')).toBeTruthy()
	const missing = screen.queryAllByRole('button', { name: /^Copy the command that installs/ })
	expect(missing.length).toBeGreaterThan(0)
	await userEvent.selectOptions(screen.getByLabelText('Runner'), 'cmd')
	expect(await screen.findByText('Command Prompt cannot be used here')).toBeTruthy()
})

test('terminal-preflight says what failed and tries again', async () => {
	const fetch: typeof globalThis.fetch = async (input, init) => (String(input).includes('/shell/caps') ? new Response('{"error":"no tools"}', { status: 400 }) : app.fetch(input, init))
	renderPane(<TerminalPreflightPane />, { fetch }, { halves })
	expect(await screen.findByText('no tools')).toBeTruthy()
	expect(button('Retry')).toBeTruthy()
})
