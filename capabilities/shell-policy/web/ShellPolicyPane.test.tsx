// @vitest-environment happy-dom
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { createApi } from '@drydock/web-kit'
import { renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import { afterEach, expect, test } from 'vitest'
import commands from '../../commands/server/index.ts'
import terminal from '../../terminal/server/index.ts'
import policy from '../server/index.ts'
import { fetchCapabilities } from './capabilities.ts'
import ShellPolicyPane from './ShellPolicyPane.tsx'
import half from './index.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

async function open(app?: TestApp) {
	const server = app ?? (await testApp([policy, commands, terminal], { files: { 'a.txt': 'hello\n' } }))
	closers.push(() => server.close())
	const pane = renderPane(<ShellPolicyPane />, server, { halves: [half] })
	await screen.findByText('Effective Allowlist')
	return { app: server, pane }
}

const part = (name: string) => within(screen.getByRole('region', { name }))

test('the pane shows capabilities, an empty list of one’s own and the built-in one', async () => {
	await open()
	expect(await screen.findByText(/entries run without asking/)).toBeTruthy()
	expect(part('Dynamic Allowlist').getByText(/No rules of your own/)).toBeTruthy()
	expect(part('Effective Allowlist').getByText('git status')).toBeTruthy()
	expect(part('Recent Rejects').getByText(/Nothing was held back/)).toBeTruthy()
})

test('what is typed is explained word by word, with the rule and the reason', async () => {
	await open()
	await userEvent.type(screen.getByLabelText('Command'), 'ls | rm -rf dist')
	expect(await screen.findByText('Asks first')).toBeTruthy()
	const explanation = within(screen.getByRole('status', { name: 'What the policy makes of it' }))
	await waitFor(() => expect(explanation.getByText('dist')).toBeTruthy())
	expect(explanation.getByText(/\(built-in\)/)).toBeTruthy()
	expect(explanation.getAllByText(/rm is not on the list/).length).toBeGreaterThan(0)
})

test('a command that is allowed runs; one that asks runs once it was confirmed, and stands among the rejects', async () => {
	await open()
	const command = screen.getByLabelText('Command')
	await userEvent.type(command, 'echo works')
	await userEvent.click(screen.getByRole('button', { name: 'Run' }))
	expect(await screen.findByText('allowed')).toBeTruthy()
	expect(screen.getByLabelText('Output').textContent).toBe('works\n')
	await userEvent.clear(command)
	await userEvent.type(command, 'touch made')
	await userEvent.click(screen.getByRole('button', { name: 'Run' }))
	await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
	expect(await screen.findByText(/you did not confirm it/)).toBeTruthy()
	expect(await part('Recent Rejects').findByText('touch made')).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Run' }))
	await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }))
	expect(await screen.findByText('allowed')).toBeTruthy()
})

test('a blocked command says so with the reason', async () => {
	const { app } = await open()
	await app.fetch('/shell/run', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ cmd: `ls ${'a'.repeat(5000)}` }) })
	const command = screen.getByLabelText('Command')
	await userEvent.click(command)
	await userEvent.paste(`ls ${'b'.repeat(5000)}`)
	await userEvent.click(screen.getByRole('button', { name: 'Run' }))
	expect(await screen.findByText(/Command blocked by shell policy/)).toBeTruthy()
})

test('a rule is added after a confirmation, counts, is removed, and all are reset', async () => {
	await open()
	await userEvent.type(screen.getByLabelText('Prefix'), 'ls && rm')
	await userEvent.click(screen.getByRole('button', { name: 'Add' }))
	expect(await screen.findByText('Invalid prefix (no operators, must start with a word)')).toBeTruthy()
	for (const [text, isExact] of [['git log', false], ['npm test', true]] as const) {
		if (isExact) await userEvent.click(screen.getByRole('radio', { name: 'Exactly this command' }))
		const field = screen.getByLabelText(isExact ? 'Command' : 'Prefix', { selector: '.AddRule input' })
		await userEvent.clear(field)
		await userEvent.type(field, text)
		await userEvent.click(screen.getByRole('button', { name: 'Add' }))
		await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }))
		expect(await part('Dynamic Allowlist').findByText(isExact ? 'npm test (exactly)' : text)).toBeTruthy()
	}
	await userEvent.click(part('Dynamic Allowlist').getByRole('button', { name: 'Remove git log' }))
	await waitFor(() => expect(part('Dynamic Allowlist').queryByText('git log')).toBeNull())
	await userEvent.click(part('Dynamic Allowlist').getByRole('button', { name: 'Reset' }))
	await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }))
	expect(await part('Dynamic Allowlist').findByText(/No rules of your own/)).toBeTruthy()
})

test('a prefix that would not say what runs is refused with the reason', async () => {
	await open()
	await userEvent.type(screen.getByLabelText('Prefix'), 'bash')
	await userEvent.click(screen.getByRole('button', { name: 'Add' }))
	await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }))
	expect(await screen.findByText(/Add failed: "bash" cannot be a prefix: bash is a shell/)).toBeTruthy()
})

test('a reject suggests its prefix, or says that it cannot', async () => {
	const app = await testApp([policy, commands, terminal])
	for (const cmd of ['git push origin', './run.sh']) await app.kernel.processes.rules.noteReject(cmd, 'a reason')
	await open(app)
	await userEvent.click(screen.getByRole('button', { name: 'Suggest prefix for git push origin' }))
	expect(screen.getByLabelText('Prefix')).toHaveProperty('value', 'git push')
	await userEvent.click(screen.getByRole('button', { name: 'Suggest prefix for ./run.sh' }))
	const { useToasts } = await import('@drydock/web-kit')
	expect(useToasts.getState().toasts.at(-1)?.message).toBe('Suggested prefix is invalid. Operators are not allowed and it must start with a word.')
})

test('failures of each action are named, also those without a word of their own', async () => {
	const app = await testApp([policy, commands, terminal])
	closers.push(() => app.close())
	await app.kernel.processes.rules.add([{ words: ['npm', 'test'], kind: 'exact', scope: 'me' }])
	const fetch: typeof globalThis.fetch = async (input, init) => (String(input).endsWith('/settings/shell_whitelist') && init?.method !== 'GET' ? new Response('{"error":"broken"}', { status: 500 }) : app.fetch(input, init))
	renderPane(<ShellPolicyPane />, { fetch }, { halves: [half] })
	const { useToasts } = await import('@drydock/web-kit')
	const last = () => useToasts.getState().toasts.at(-1)?.message
	await userEvent.click(await screen.findByRole('button', { name: 'Remove npm test (exactly)' }))
	await waitFor(() => expect(last()).toBe('Remove failed: broken'))
	await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
	await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }))
	await waitFor(() => expect(last()).toBe('Reset failed: broken'))
	await userEvent.type(screen.getByLabelText('Prefix'), 'ls')
	await userEvent.click(screen.getByRole('button', { name: 'Add' }))
	expect(await screen.findByText(/^Add failed: broken/)).toBeTruthy()
})

test('a server that refuses without a word is told as an unknown error', async () => {
	const app = await testApp([policy, commands, terminal])
	closers.push(() => app.close())
	const nothing = { ok: false, dynamic: [], effective: [], rules: [], rejects: [], suggestions: [] }
	const fetch: typeof globalThis.fetch = async (input, init) => (String(input).endsWith('/settings/shell_whitelist') && init?.method === 'POST' ? Response.json(nothing) : app.fetch(input, init))
	renderPane(<ShellPolicyPane />, { fetch }, { halves: [half] })
	await userEvent.type(await screen.findByLabelText('Prefix'), 'ls')
	await userEvent.click(screen.getByRole('button', { name: 'Add' }))
	expect(await screen.findByText('Add failed: Unknown error')).toBeTruthy()
})

test('a list that cannot be read says so and can be tried again', async () => {
	const fetch: typeof globalThis.fetch = async () => new Response('{"error":"no list"}', { status: 400 })
	renderPane(<ShellPolicyPane />, { fetch })
	expect((await screen.findAllByText('no list')).length).toBeGreaterThan(0)
	expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0)
})

test('capabilities are looked for under every name, each tried three times', async () => {
	const asked: string[] = []
	const fetch: typeof globalThis.fetch = async (input) => {
		const { pathname } = new URL(String(input))
		asked.push(pathname)
		return pathname === '/capabilities' ? Response.json({ ok: true }) : new Response('{}', { status: 503 })
	}
	// spec: capabilities fetch
	expect(await fetchCapabilities(createApi('http://127.0.0.1:8000', { fetch }), '/w')).toEqual({ ok: true })
	expect(asked).toEqual([...['/capabilities.details', '/capabilities/details', '/settings/shell_capabilities'].flatMap((path) => [path, path, path]), '/capabilities'])
})
