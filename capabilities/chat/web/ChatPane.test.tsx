// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { startModelServer, type Scripted } from '@drydock/server-kit/testing/model-server.ts'
import { fireEvent, renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { afterEach, expect, test } from 'vitest'
import chat from '../server/index.ts'
import GrokChatPane from './GrokChatPane.tsx'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

async function setUp(scripted: Scripted) {
	const model = await startModelServer(scripted)
	closers.push(() => model.close())
	const app = await testApp(chat)
	closers.push(() => app.close())
	await app.kernel.models.configure({ provider: 'compatible', base_url: `${model.url}/v1`, model: 'scripted', key: 'k' })
	return { app, model }
}

async function say(text: string) {
	const box = await screen.findByLabelText('Message')
	fireEvent.change(box, { target: { value: text } })
	fireEvent.keyDown(box, { key: 'Enter' })
}

test('an answer streams in, and the conversation survives a reload', async () => {
	const { app, model } = await setUp({ turns: [{ text: 'First answer.' }, { text: 'Second answer.' }] })
	const first = renderPane(<GrokChatPane />, app)
	await say('One')
	expect(await screen.findByText('First answer.')).toBeTruthy()
	await screen.findByRole('button', { name: 'Send' })
	first.unmount()
	renderPane(<GrokChatPane />, app)
	expect(await screen.findByText('First answer.')).toBeTruthy()
	await say('Two')
	expect(await screen.findByText('Second answer.')).toBeTruthy()
	expect(model.requests.at(-1)?.messages.map(({ text }) => text)).toEqual(['One', 'First answer.', 'Two'])
})

test('mode, temperature and system prompt go along', async () => {
	const { app, model } = await setUp({ turns: [{ text: 'Yes.' }] })
	renderPane(<GrokChatPane />, app)
	await userEvent.selectOptions(await screen.findByLabelText('Mode'), 'Code')
	await userEvent.click(screen.getByRole('button', { name: 'Chat settings' }))
	fireEvent.change(screen.getByLabelText('Temp'), { target: { value: '1.1' } })
	fireEvent.change(screen.getByLabelText('System prompt'), { target: { value: 'Be brief.' } })
	expect(screen.getByLabelText('Reasoning')).toHaveProperty('disabled', true)
	await userEvent.click(screen.getByRole('button', { name: 'Close' }))
	await say('Hi')
	await screen.findByText('Yes.')
	expect(model.requests[0]).toMatchObject({ system: expect.stringMatching(/Be brief\.[^]*code first/), body: { temperature: 1.1 } })
})

test('Stop keeps what was said, marked, and Clear empties the conversation', async () => {
	const { app } = await setUp({ turns: [{ text: 'slow '.repeat(300), delayMs: 15 }] })
	renderPane(<GrokChatPane />, app)
	await say('Talk')
	await screen.findByText(/slow slow/)
	await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
	expect(await screen.findByText('broken off')).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
	await waitFor(() => expect(screen.queryByText(/slow slow/)).toBeNull())
	expect(screen.getByText(/It sees only this conversation/)).toBeTruthy()
})

test('a failure says what happened and can be tried again', async () => {
	const { app, model } = await setUp({ turns: [{ fault: { kind: 'status', status: 401, times: 1 } }] })
	renderPane(<GrokChatPane />, app)
	await say('Hi')
	expect((await screen.findByRole('alert')).textContent).toContain('refused the key')
	expect(screen.getByRole('button', { name: 'Settings' })).toBeTruthy()
	model.play({ turns: [{ text: 'There you are.' }] })
	await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
	expect(await screen.findByText('There you are.')).toBeTruthy()
	expect(screen.getAllByLabelText('You')).toHaveLength(1)
})

test('the frame is set and kept', async () => {
	const { app } = await setUp({ turns: [] })
	const { container } = renderPane(<GrokChatPane />, app)
	await userEvent.click(await screen.findByRole('button', { name: 'Frame' }))
	await userEvent.selectOptions(screen.getByLabelText('Density'), 'compact')
	fireEvent.change(screen.getByLabelText('Opacity'), { target: { value: '0.7' } })
	await userEvent.click(screen.getByLabelText('Glass'))
	const frame = container.querySelector<HTMLElement>('.ChatFrame')
	expect(frame?.dataset).toMatchObject({ density: 'compact', framed: 'true', glass: 'true' })
	expect(frame?.style.getPropertyValue('--frame-opacity')).toBe('70%')
})
