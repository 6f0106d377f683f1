// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { fireEvent, renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { afterEach, expect, test } from 'vitest'
import approvals from '../../approvals/server/index.ts'
import settings from '../../settings/server/index.ts'
import tasks from '../../tasks/server/index.ts'
import maestro from '../server/index.ts'
import MaestroPane from './MaestroPane.tsx'
import { emptyRun } from './run/view.ts'
import { StatusBanner } from './StatusBanner.tsx'
import { AskCard } from './thread/AskCard.tsx'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

/** A whole app behind something that answers one call with a bare status, as a proxy would. */
async function failing(part: string, status: number) {
	const app = await testApp([maestro, tasks, approvals, settings])
	closers.push(() => app.close())
	const fetch: typeof globalThis.fetch = async (input, init) => (String(input).includes(part) ? new Response('', { status }) : app.fetch(input, init))
	return { app, fetch }
}

test('a task that cannot be handed over says so in the specified words', async () => {
	const { fetch } = await failing('/maestro/delegate', 503)
	renderPane(<MaestroPane />, { fetch })
	const box = await screen.findByLabelText('Task')
	fireEvent.change(box, { target: { value: 'Tidy up' } })
	fireEvent.keyDown(box, { key: 'Enter' })
	const said = (await screen.findByRole('alert')).textContent
	expect(said).toContain('error: delegation failed')
	expect(said).toContain('delegate http 503')
	expect(box).toHaveProperty('value', 'Tidy up')
})

test('a stop that does not arrive says so', async () => {
	const { app, fetch } = await failing('/maestro/cancel', 503)
	app.kernel.tasks.define({
		kind: 'maestro-stuck',
		resumes: true,
		async drive(run) {
			await run.changed(Number.MAX_SAFE_INTEGER)
			return undefined
		},
	})
	const { id } = await app.kernel.tasks.start('maestro-stuck', { task: 'x' })
	renderPane(<MaestroPane />, { fetch }, { config: { task: id } })
	await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
	expect((await screen.findByRole('alert')).textContent).toContain('cancel error')
})

test('a decision that does not arrive says so', async () => {
	const { fetch } = await failing('/approvals/decide', 502)
	const ask = { id: 'a1', action: 'run', message: 'Run the tests', metadata: {}, at: Date.now(), expiresAt: Date.now() + 60_000 }
	renderPane(<AskCard ask={ask} task="t1" />, { fetch })
	await userEvent.click(screen.getByRole('button', { name: /Approve/ }))
	expect((await screen.findByRole('alert')).textContent).toBe('approvals/decide failed')
})

test('a lost stream is named while it is looked for', async () => {
	const { fetch } = await failing('/nothing', 500)
	const nothing = () => {}
	renderPane(<StatusBanner id="t1" run={{ ...emptyRun(), startedAt: 1, title: 'Tidy up' }} isWaiting onNew={nothing} onSelect={nothing} onShowAsk={nothing} />, { fetch })
	expect(screen.getByText('event stream error, reconnecting…')).toBeTruthy()
})
