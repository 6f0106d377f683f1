// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { renderPane, screen } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import type { BlockChanges } from '../contract.ts'
import server from '../server/index.ts'
import type { Block } from './blocks.ts'
import { BlockBar } from './BlockBar.tsx'

const marker = { id: 1, line: 0, isDisposed: false, onDispose: () => ({ dispose() {} }), dispose() {} }
const block: Block = { command: 'make', shown: 'make', code: 0, startedAt: 1, ms: 5, prompt: marker, output: marker, end: marker }

test.each<[string, BlockChanges | undefined, string | undefined]>([
	['was not recorded', undefined, undefined],
	['changed nothing', { started: 1, outcome: 'nothing' }, 'no file changed'],
	['was recorded', { started: 1, outcome: 'recorded', task: 't', files: 3 }, 'Revert file changes (3)…'],
	['could not be recorded', { started: 1, outcome: 'missed', reason: 'It began too early.' }, 'file changes not recorded: It began too early.'],
])('a command that %s', async (_, changes, text) => {
	const app = await testApp(server)
	renderPane(<BlockBar block={block} changes={changes} widget={{ current: undefined }} onClose={() => {}} />, app)
	expect(screen.getByRole('toolbar', { name: 'Command' }).textContent).toContain(`make5 ms${text ?? ''}`)
	expect(screen.queryByText(/file/)?.textContent).toBe(text)
	await app.close()
})
