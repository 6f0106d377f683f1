// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { startModelServer } from '@drydock/server-kit/testing/model-server.ts'
import { setCwd } from '@drydock/web-kit'
import { act, fireEvent, renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { afterEach, expect, test } from 'vitest'
import settings from '../../settings/server/index.ts'
import tasks from '../../tasks/server/index.ts'
import maestro from '../server/index.ts'
import AgentEditorPane from './AgentEditorPane.tsx'
import { agentPreference } from './agent-preference.ts'
import maestroWeb from './index.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

async function setUp() {
	const model = await startModelServer({ turns: [{ text: 'Done.' }] })
	closers.push(() => model.close())
	const app = await testApp([maestro, tasks, settings])
	closers.push(() => app.close())
	await app.kernel.models.configure({ provider: 'compatible', base_url: `${model.url}/v1`, model: 'scripted', key: 'k' })
	act(() => setCwd(app.root))
	return { app, model }
}

// spec: agent temperature
test('an instruction runs with its own temperature, and Maestro shows it', async () => {
	const { app, model } = await setUp()
	const { opened } = renderPane(<AgentEditorPane />, app, { halves: [maestroWeb] })
	const run = screen.getByRole('button', { name: 'Run' })
	expect(run).toHaveProperty('disabled', true)
	expect([...screen.getByLabelText<HTMLSelectElement>('Model').options].map(({ textContent }) => textContent)).toEqual(['Default', 'GPT-4o', 'Claude 3.5 Sonnet'])
	expect(screen.getByLabelText('Temperature')).toHaveProperty('value', '0.7')
	fireEvent.change(screen.getByLabelText('Temperature'), { target: { value: '3' } })
	fireEvent.blur(screen.getByLabelText('Temperature'))
	await userEvent.type(screen.getByLabelText('Instruction'), 'Count the files')
	await userEvent.click(run)
	await waitFor(() => expect(opened).toMatchObject([{ id: 'maestro', options: { config: { task: expect.any(String) }, focus: true } }]))
	const task = String(opened[0]?.options.config?.['task'])
	expect((await app.kernel.tasks.finished(task, AbortSignal.timeout(10_000))).status).toBe('done')
	expect(model.requests[0]?.body).toMatchObject({ temperature: 2, model: 'scripted' })
})

test('what stands in the way is said, and the instruction stays', async () => {
	const { app } = await setUp()
	await app.kernel.models.configure({ provider: 'openrouter' })
	renderPane(<AgentEditorPane />, app)
	await userEvent.type(screen.getByLabelText('Instruction'), 'Count{Control>}{Enter}{/Control}')
	expect((await screen.findByRole('alert')).textContent).toContain('There is no key for OpenRouter yet')
	expect(screen.getByRole('button', { name: 'Settings' })).toBeTruthy()
	expect(screen.getByLabelText('Instruction')).toHaveProperty('value', 'Count')
})

test.each([
	[undefined, { model: '', temperature: 0.7, instruction: '' }],
	[{ model: 'other', temperature: -1, instruction: 5 }, { model: '', temperature: 0, instruction: '' }],
	[{ model: 'gpt-4o', temperature: '1.5', instruction: 'x' }, { model: 'gpt-4o', temperature: 1.5, instruction: 'x' }],
])('a stored agent %j is mended', (stored, mended) => {
	expect(agentPreference.clamp(stored)).toEqual(mended)
})
