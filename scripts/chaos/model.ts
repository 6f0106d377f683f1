import type { ModelRequest, Turn } from '../../packages/server-kit/src/testing/model-script.ts'

/** What the scripted agent does; each is done once, whatever happens in between. */
interface Goal {
	name: string
	input: Record<string, unknown>
	/** How it finds out whether a call of unknown outcome took effect; without one it is not repeated. */
	check?: { path: string; has: string }
}

const unknown = /outcome of this call is unknown/i
export const fixed = 'sum += item.price * item.count'
export const allowedCommand = 'node --test && echo ran >> runs.log'
export const deniedCommand = 'echo ran >> denied.log'

const goals: Goal[] = [
	{ name: 'read', input: { path: 'src/total.js' } },
	{
		name: 'edit',
		input: {
			path: 'src/total.js',
			edits: [
				{ old: '\t\tsum += item.price\n', new: `\t\t${fixed}\n` },
				{ old: "export const currency = 'EUR'", new: "export const currency = 'USD'" },
			],
		},
		check: { path: 'src/total.js', has: fixed },
	},
	{ name: 'run', input: { command: allowedCommand } },
	{ name: 'run', input: { command: deniedCommand } },
	{ name: 'write', input: { path: 'NOTES.md', content: '# Notes\n\nTotals count every item.\n' }, check: { path: 'NOTES.md', has: 'Totals count' } },
]

interface Done {
	name: string
	input: unknown
	result: string
}

/** The agent of the recovery tests: it looks before it repeats, as the real ones are told to. */
export function carefulAgent(request: ModelRequest): Turn {
	const done = history(request)
	for (const goal of goals) {
		const turn = towards(goal, done)
		if (turn) return turn
	}
	return { text: 'The total counts every item now; the tests pass.' }
}

function towards(goal: Goal, done: Done[]): Turn | undefined {
	const tries = done.filter(({ name, input }) => name === goal.name && JSON.stringify(input) === JSON.stringify(goal.input))
	const last = tries.at(-1)
	if (!last) return call(goal)
	if (!unknown.test(last.result) || !goal.check) return undefined
	const { path, has } = goal.check
	const look = done.slice(done.indexOf(last) + 1).find(({ name, input }) => name === 'read' && (input as { path?: string }).path === path)
	if (!look) return { text: 'I look whether that took effect.', calls: [{ name: 'read', input: { path } }] }
	return look.result.includes(has) ? undefined : call(goal)
}

const call = ({ name, input }: Goal): Turn => ({ text: `Next: ${name}.`, calls: [{ name, input }] })

/** Calls with their results, in order. */
function history({ messages }: ModelRequest): Done[] {
	const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
	const results = messages.filter(({ role }) => role === 'tool').map(({ text }) => text)
	return calls.map(({ name, input }, index) => ({ name, input, result: results[index] ?? '' }))
}
