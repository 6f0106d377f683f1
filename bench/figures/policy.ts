import benign from '../../packages/server-kit/src/process/cases/shell-benign.json' with { type: 'json' }
import hostile from '../../packages/server-kit/src/process/cases/shell-bash.json' with { type: 'json' }
import { judgeLine } from '@drydock/server-kit/process/policy.ts'
import { group } from '../lib/measure.ts'

const decisions = 10_000
const place = { cwd: '/srv/project', root: '/srv/project' }
const lines = [...benign, ...hostile].map(({ cmd }) => cmd)
// The longest line that is read at all, in the shape that parsers like least.
const longest = `ls ${'a && '.repeat(2000)}`.slice(0, 4094)

/** Whether a command may run, decided on real and hostile lines. There is nothing like it on the floor. */
export const policy = group({
	name: 'policy',
	figures: {
		decision: { title: `Deciding on a command line: 99th percentile of ${decisions}`, unit: 'ms', most: 1 },
		bomb: { title: 'Deciding on the longest line, the worst shape', unit: 'ms', most: 20 },
	},
	warmUp: true,
	async measure(side) {
		if (side === 'floor') return {}
		const times: number[] = []
		for (let turn = 0; turn < decisions; turn++) times.push(await timed(`${lines[turn % lines.length]}`))
		return { decision: times.toSorted((a, b) => a - b)[Math.floor(decisions * 0.99)] ?? Number.NaN, bomb: await timed(longest) }
	},
})

async function timed(line: string): Promise<number> {
	const begun = performance.now()
	await judgeLine(line, place)
	return performance.now() - begun
}
