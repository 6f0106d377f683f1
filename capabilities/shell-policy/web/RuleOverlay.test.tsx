// @vitest-environment happy-dom
import { existsSync } from 'node:fs'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { startModelServer } from '@drydock/server-kit/testing/model-server.ts'
import { setCwd, useOverlayInput } from '@drydock/web-kit'
import { act, cleanup, fireEvent, renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import approvals from '../../approvals/server/index.ts'
import ApprovalsPane from '../../approvals/web/ApprovalsPane.tsx'
import maestro from '../../maestro/server/index.ts'
import MaestroPane from '../../maestro/web/MaestroPane.tsx'
import tasks from '../../tasks/server/index.ts'
import policy from '../server/index.ts'
import half from './index.ts'
import { ruleOverlay } from './overlay.ts'
import RuleOverlay from './RuleOverlay.tsx'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

/** As the shell does it: the overlay comes when it is wanted. */
function Page({ pane }: { pane: ReactNode }) {
	const isOpen = useOverlayInput(ruleOverlay)['cmd'] !== undefined
	return (
		<>
			{pane}
			{isOpen && <RuleOverlay />}
		</>
	)
}

/** A run whose commands are these, in turn. */
async function running(...commands: string[]): Promise<TestApp> {
	const model = await startModelServer({ turns: [...commands.map((command) => ({ calls: [{ name: 'run', input: { command } }] })), { text: 'All done.' }] })
	closers.push(() => model.close())
	const app = await testApp([maestro, tasks, approvals, policy], { files: { 'a.txt': 'hello\n' } })
	closers.push(() => app.close())
	await app.kernel.models.configure({ provider: 'compatible', base_url: `${model.url}/v1`, model: 'scripted', key: 'k' })
	act(() => setCwd(app.root))
	renderPane(<Page pane={<MaestroPane />} />, app, { halves: [half] })
	const box = await screen.findByLabelText('Task')
	fireEvent.change(box, { target: { value: 'Go' } })
	fireEvent.keyDown(box, { key: 'Enter' })
	return app
}

const card = () => screen.findByRole('group', { name: /wants to run a command/ })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

async function openRule() {
	await userEvent.click(within(await card()).getByRole('button', { name: 'Make a rule…' }))
	return dialog('Run commands like this without asking')
}

test('a rule for this run: what waited runs, then the same command unasked; another one asks, and so does the next run', async () => {
	const app = await running('touch made', 'rm made', 'touch made', 'touch other')
	const rule = await openRule()
	expect(await rule.findByText('made', { selector: '.Explanation-words code' })).toBeTruthy()
	expect(rule.getByLabelText('For')).toHaveProperty('value', 'run')
	await userEvent.click(rule.getByRole('button', { name: 'Add and approve' }))
	await userEvent.click((await dialog('Run without asking?')).getByRole('button', { name: 'Continue' }))
	await waitFor(async () => expect(within(await card()).getByLabelText('Command').textContent).toBe('rm made'))
	expect(existsSync(path.join(app.root, 'made'))).toBe(true)
	expect(await app.kernel.processes.rules.list()).toMatchObject([{ words: ['touch', 'made'], kind: 'exact', scope: 'run' }])
	fireEvent.keyDown(await card(), { key: 'a' })
	await waitFor(async () => expect(within(await card()).getByLabelText('Command').textContent).toBe('touch other'))
	expect(existsSync(path.join(app.root, 'made'))).toBe(true)
	expect((await app.kernel.tasks.approvals.list({})).map(({ metadata }) => metadata['command']).toSorted()).toEqual(['rm made', 'touch made', 'touch other'])
	expect(await app.kernel.processes.judge('touch made', { cwd: app.root })).toMatchObject({ decision: 'ask' })
	fireEvent.keyDown(await card(), { key: 'r' })
	expect(await screen.findByText('All done.')).toBeTruthy()
})

test('first words that say nothing about what runs are refused with the reason, and the command goes on waiting', async () => {
	const app = await running('bash build.sh')
	const rule = await openRule()
	await userEvent.click(await rule.findByRole('radio', { name: 'Commands that begin so' }))
	expect(rule.getByLabelText('Prefix')).toHaveProperty('value', 'bash build.sh')
	await userEvent.clear(rule.getByLabelText('Prefix'))
	await userEvent.type(rule.getByLabelText('Prefix'), 'bash')
	await userEvent.selectOptions(rule.getByLabelText('For'), 'project')
	await userEvent.click(rule.getByRole('button', { name: 'Add and approve' }))
	await userEvent.click((await dialog('Run without asking?')).getByRole('button', { name: 'Continue' }))
	expect(await rule.findByText(/"bash" cannot be a prefix: bash is a shell/)).toBeTruthy()
	expect(await app.kernel.processes.rules.list()).toEqual([])
	expect(await app.kernel.tasks.approvals.list({ status: 'pending' })).toHaveLength(1)
	await userEvent.click(rule.getByRole('radio', { name: 'Exactly this command' }))
	expect(rule.getByLabelText('Command', { selector: 'input' })).toHaveProperty('value', 'bash build.sh')
	await userEvent.click(rule.getByRole('button', { name: 'Close' }))
	fireEvent.keyDown(await card(), { key: 'r' })
	expect(await screen.findByText('All done.')).toBeTruthy()
})

test('more than one command is no rule, and says so at once', async () => {
	await running('touch a && touch b')
	const rule = await openRule()
	expect(await rule.findByText('A rule is one command of plain words. This cannot be one: it is more than one command.')).toBeTruthy()
	expect(rule.queryByRole('button', { name: 'Add and approve' })).toBeNull()
})

test('the approvals queue offers the same, for the whole project', async () => {
	const app = await running('touch made')
	await card()
	cleanup()
	renderPane(<Page pane={<ApprovalsPane />} />, app, { halves: [half] })
	await userEvent.click(await screen.findByRole('button', { name: 'Make a rule…' }))
	const rule = await dialog('Run commands like this without asking')
	await userEvent.selectOptions(await rule.findByLabelText('For'), 'project')
	await userEvent.click(rule.getByRole('button', { name: 'Add and approve' }))
	await userEvent.click((await dialog('Run without asking?')).getByRole('button', { name: 'Continue' }))
	expect(await screen.findByText('No items')).toBeTruthy()
	expect(await app.kernel.processes.judge('touch made', { cwd: app.root })).toMatchObject({ decision: 'allow' })
	await waitFor(() => expect(existsSync(path.join(app.root, 'made'))).toBe(true))
})
