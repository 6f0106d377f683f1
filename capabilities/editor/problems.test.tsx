// @vitest-environment happy-dom
import { act, renderPane, screen, userEvent, within } from '@drydock/web-kit/testing'
import { contribute, readPreference, setCwd, type CommandArguments } from '@drydock/web-kit'
import { beforeEach, expect, test } from 'vitest'
import { lastDiagnostics, receiveDiagnostics } from './web/diagnostics.ts'
import ProblemsPane from './web/ProblemsPane.tsx'

const offline = { fetch: () => Promise.reject(new Error('nothing is asked')) }
const at = (line: number, character: number) => ({ start: { line, character } })
const ran: [string, CommandArguments][] = []
const listening = contribute({ commands: ['editor.open', 'maestro.run'].map((id) => ({ id, title: id, run: (input: CommandArguments) => void ran.push([id, input]) })) })

beforeEach(() => {
	ran.length = 0
	setCwd('/project')
})

function show() {
	receiveDiagnostics({
		uri: 'file:///project/src/b%20c.ts',
		diagnostics: [
			{ severity: 2, message: 'Unused name', source: 'ts', code: 6133, range: at(9, 0) },
			{ severity: 1, message: 'No such name', source: 'ts', code: 2304, range: at(2, 4) },
		],
	})
	receiveDiagnostics({ uri: 'file:///project/a.py', diagnostics: [{ severity: 4, message: 'Could be shorter', source: 'ruff', range: at(0, 0) }] })
	return renderPane(<ProblemsPane />, offline, { halves: [listening] })
}

test('problems stand by file, in the order of their lines, and lead to their place', async () => {
	show()
	expect(screen.getAllByRole('region').map((file) => file.getAttribute('aria-label'))).toEqual(expect.arrayContaining(['a.py', 'src/b c.ts']))
	const file = screen.getByRole('region', { name: 'src/b c.ts' })
	expect(within(file).getAllByRole('listitem').map((row) => row.textContent)).toEqual([expect.stringContaining('No such name'), expect.stringContaining('Unused name')])
	await userEvent.click(within(file).getByRole('button', { name: 'Go to 3:5 of src/b c.ts' }))
	await userEvent.click(within(file).getByRole('button', { name: 'Open src/b c.ts' }))
	const [first] = within(file).getAllByRole('button', { name: 'Ask Maestro to mend it' })
	if (first) await userEvent.click(first)
	expect(ran).toEqual([
		['editor.open', { cwd: '/project', path: 'src/b c.ts', line: 3, column: 5, focus: true }],
		['editor.open', { cwd: '/project', path: 'src/b c.ts', focus: true }],
		['maestro.run', { task: 'Mend this in src/b c.ts, line 3: No such name' }],
	])
})

test('the severity and the text narrow what is shown', async () => {
	show()
	await userEvent.selectOptions(screen.getByLabelText('Severity'), 'hint')
	expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([expect.stringContaining('Could be shorter')])
	await userEvent.selectOptions(screen.getByLabelText('Severity'), 'all')
	await userEvent.type(screen.getByLabelText('Filter'), '6133')
	expect(screen.getAllByRole('listitem')).toHaveLength(1)
	await userEvent.type(screen.getByLabelText('Filter'), 'x')
	expect(screen.getByText('No problem answers the filter')).toBeTruthy()
})

test('an empty list ends a file’s problems, also in a pane that is open', async () => {
	show()
	act(() => receiveDiagnostics({ uri: 'file:///project/a.py', diagnostics: [] }))
	expect(screen.queryByRole('region', { name: 'a.py' })).toBeNull()
	act(() => receiveDiagnostics({ uri: 'file:///project/src/b%20c.ts', diagnostics: [] }))
	expect(screen.getByText('No problems')).toBeTruthy()
})

test.each([
	[{}],
	[{ uri: 3, diagnostics: [] }],
	[{ uri: 'file:///x', diagnostics: 'many' }],
	[{ uri: 'file:///x', diagnostics: [null, 7] }],
])('nonsense is nobody’s problem: %j', (input) => {
	receiveDiagnostics(input)
	expect(readPreference(lastDiagnostics)).toEqual({})
})

test('what is kept is bounded, the worst first', () => {
	receiveDiagnostics({ uri: 'file:///x', diagnostics: [...Array.from({ length: 150 }, (_, line) => ({ severity: 3, message: 'm'.repeat(5000), range: at(line, 0) })), { severity: 1, message: 'bad', range: at(900, 0) }] })
	const kept = readPreference(lastDiagnostics)['file:///x'] ?? []
	expect(kept).toHaveLength(100)
	expect(kept.at(-1)).toMatchObject({ severity: 'error', message: 'bad', line: 901 })
	expect(kept[0]?.message).toHaveLength(2000)
})
