// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { fireEvent, renderPane, screen, userEvent, waitFor, within } from '@drydock/web-kit/testing'
import { afterEach, expect, test } from 'vitest'
import approvals from '../server/index.ts'
import ApprovalsPane from './ApprovalsPane.tsx'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

async function withPending(count: number) {
	const app = await testApp(approvals)
	closers.push(() => app.close())
	app.kernel.tasks.define({
		kind: 'asking',
		resumes: true,
		async drive(run) {
			for (let n = 1; n <= count; n++) await run.requestApproval({ action: 'run', message: `Run number ${n}`, metadata: { command: `echo ${n} \u202e`, cwd: '/w', hash: 'abcdef0123456789' }, mode: 'auto', agent: 'Maestro', stage: 'tool' })
			await run.changed(Number.MAX_SAFE_INTEGER)
			return undefined
		},
	})
	const { id } = await app.kernel.tasks.start('asking', {})
	await waitFor(async () => expect(await app.kernel.tasks.approvals.list({ status: 'pending' })).toHaveLength(count))
	return { app, id }
}

test('an empty queue says so', async () => {
	const app = await testApp(approvals)
	closers.push(() => app.close())
	renderPane(<ApprovalsPane />, app)
	expect(screen.getByText('Loading...')).toBeTruthy()
	expect(await screen.findByText('No items')).toBeTruthy()
})

test('a pending item shows exactly what would happen and is decided once', async () => {
	const { app, id } = await withPending(1)
	renderPane(<ApprovalsPane />, app)
	const row = await screen.findByRole('row', { name: 'Run number 1' })
	expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['ID', 'Task', 'Agent', 'Stage', 'Action', 'Status', 'Created', 'Actions'])
	expect(screen.getByLabelText('Command').textContent).toBe('echo 1 \\u{202e}')
	expect(screen.getByText(/expires in/)).toBeTruthy()
	expect(within(row).getByTitle(id)).toBeTruthy()
	await userEvent.click(within(row).getByRole('button', { name: 'Approve' }))
	expect(await screen.findByText('No items')).toBeTruthy()
	await userEvent.selectOptions(screen.getByLabelText('Status'), 'approved')
	const decided = await screen.findByRole('row', { name: 'Run number 1' })
	expect(within(decided).getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true)
	expect(within(decided).getByRole('button', { name: 'Reject' })).toHaveProperty('disabled', true)
})

test('the keyboard moves among rows, approves with A and rejects with R', async () => {
	const { app } = await withPending(2)
	renderPane(<ApprovalsPane />, app)
	const first = await screen.findByRole('row', { name: 'Run number 2' })
	first.focus()
	fireEvent.keyDown(first, { key: 'ArrowDown' })
	const second = screen.getByRole('row', { name: 'Run number 1' })
	expect(document.activeElement).toBe(second)
	fireEvent.keyDown(second, { key: 'r' })
	await waitFor(() => expect(screen.queryByRole('row', { name: 'Run number 1' })).toBeNull())
	fireEvent.keyDown(first, { key: 'a' })
	expect(await screen.findByText('No items')).toBeTruthy()
	expect((await app.kernel.tasks.approvals.list({})).map(({ status }) => status).toSorted()).toEqual(['approved', 'rejected'])
})

test('somebody else was faster: the server says so', async () => {
	const { app } = await withPending(1)
	renderPane(<ApprovalsPane />, app)
	const row = await screen.findByRole('row', { name: 'Run number 1' })
	const [approval] = await app.kernel.tasks.approvals.list({ status: 'pending' })
	await app.kernel.tasks.approvals.decide(approval!.id, { allow: false, by: 'user' })
	await userEvent.click(within(row).getByRole('button', { name: 'Approve' }))
	expect((await screen.findByRole('alert')).textContent).toBeTruthy()
})

test.each([
	[0, 'Network error'],
	[503, 'Failed to load approvals (503)'],
])('a list that cannot be read (%d) says so', async (status, text) => {
	const fetch: typeof globalThis.fetch = async () => {
		if (status === 0) throw new TypeError('no network')
		return new Response('{}', { status })
	}
	renderPane(<ApprovalsPane />, { fetch })
	expect((await screen.findByRole('alert')).textContent).toContain(text)
})

test('a decision that the server does not explain says so', async () => {
	const { app } = await withPending(1)
	const fetch: typeof globalThis.fetch = async (input, init) => (String(input).includes('/tools/approvals/commit') ? new Response('{}', { status: 503 }) : app.fetch(input, init))
	renderPane(<ApprovalsPane />, { fetch })
	const row = await screen.findByRole('row', { name: 'Run number 1' })
	await userEvent.click(within(row).getByRole('button', { name: 'Approve' }))
	expect((await screen.findByRole('alert')).textContent).toBe('Commit failed (503)')
})

test('the interval is clamped to at least 1000 ms', async () => {
	const app = await testApp(approvals)
	closers.push(() => app.close())
	renderPane(<ApprovalsPane />, app)
	// spec: approvals auto refresh
	const field = await screen.findByLabelText('Interval in ms')
	expect(field).toHaveProperty('value', '5000')
	expect(field.getAttribute('step')).toBe('500')
	fireEvent.change(field, { target: { value: '20' } })
	fireEvent.blur(field)
	expect(screen.getByLabelText('Interval in ms')).toHaveProperty('value', '1000')
})
