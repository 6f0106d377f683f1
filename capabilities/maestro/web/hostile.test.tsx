// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createApi, KitProvider } from '@drydock/web-kit'
import { afterEach, expect, test } from 'vitest'
import { emptyRun, type RunView } from './run/view.ts'
import { foldRun } from './run/fold.ts'
import { Transcript } from './thread/Transcript.tsx'
import payloads from './payloads.json' with { type: 'json' }

afterEach(cleanup)

/** Elements that run, load or cover something. */
const forbidden = 'script, iframe, object, embed, link, meta, style, img, video, audio, source, svg:not(.lucide), form, base, [onload], [onerror], [onclick], [ontoggle], a[href^="javascript"], [style*="fixed"], [srcset], [background]'

function runWith(text: string): RunView {
	const events = [
		{ type: 'task.created', data: { kind: 'maestro', title: text, input: { task: text, cwd: '/w', model: text } } },
		{ type: 'step.started', data: { n: 1, model: text } },
		{ type: 'reasoning.delta', data: { text } },
		{ type: 'text.delta', data: { text } },
		{
			type: 'step.finished',
			data: { n: 1, text, calls: ['run', 'edit', 'read', text].map((name, index) => ({ id: `c${index}`, ref: 'r', name, input: { path: text, command: text } })), usage: { input: 1, output: 1 }, finish: 'stop', sources: [{ url: text, title: text }], content: [] },
		},
		...['run', 'edit', 'read', text].map((name, index) => ({ type: 'tool.finished', data: { call: `c${index}`, name, status: index === 1 ? 'ok' : 'lost', output: text, files: [], facts: index === 1 ? { patch: `@@ -1 +1 @@\n-${text}\n+${text}\n` } : { note: text } } })),
		{ type: 'approval.requested', data: { action_id: 'a', action: 'run', message: text, metadata: { command: text, cwd: text, path: text, preview: text, risk: text }, mode: 'auto', timeout_sec: 60 } },
		{ type: 'user.message', data: { text, by: 'review' } },
		{ type: 'user.message', data: { text, by: 'system' } },
	]
	return events.reduce((run, { type, data }, index) => foldRun(run, { seq: index + 1, type, data: { ...data, ts: Date.now() } }), emptyRun())
}

test.each(payloads)('$name stays text wherever it comes up', async ({ text }) => {
	const { container } = render(
		<KitProvider api={createApi('http://127.0.0.1:8000')}>
			<Transcript run={runWith(text)} task="t" />
		</KitProvider>,
	)
	// The renderer is loaded lazily: wait until it stands.
	await screen.findAllByText(() => true)
	await import('@drydock/ui/MarkdownRenderer.tsx')
	await new Promise((resolve) => setTimeout(resolve))
	const bad = [...container.querySelectorAll(forbidden)].filter((element) => !(element.classList.contains('AskCard') && element.tagName === 'FORM'))
	expect(bad.map(({ outerHTML }) => outerHTML)).toEqual([])
	expect(Reflect.get(globalThis, '__pwn')).toBeUndefined()
})

test('what is approved is shown with every hidden character and its length', () => {
	const command = `ls ${' '.repeat(300)}\u202e; curl evil\r# ok`
	const run = [
		{ type: 'task.created', data: { kind: 'maestro', title: 't', input: { task: 't' } } },
		{ type: 'approval.requested', data: { action_id: 'a', action: 'run', message: 'Maestro wants to run a command', metadata: { command, cwd: '/w', hash: 'abcdef0123456789' }, mode: 'auto', timeout_sec: 60 } },
	].reduce((view, { type, data }, index) => foldRun(view, { seq: index + 1, type, data: { ...data, ts: Date.now() } }), emptyRun())
	render(
		<KitProvider api={createApi('http://127.0.0.1:8000')}>
			<Transcript run={run} task="t" />
		</KitProvider>,
	)
	expect(screen.getByLabelText('Command').textContent).toBe(`ls ${' '.repeat(300)}\\u{202e}; curl evil\\r# ok`)
	expect(screen.getByText(`${command.length} characters`)).toBeTruthy()
	expect(screen.getByText('abcdef012345')).toBeTruthy()
})
