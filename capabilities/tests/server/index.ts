import { DrydockError, type EventOf, type Sequenced } from '@drydock/contract'
import { serve } from '@drydock/server-kit'
import { toolFolders } from '@drydock/server-kit/process/index.ts'
import { findProgram } from '@drydock/server-kit/process/locate.ts'
import { defaultRunner, listRunners } from '@drydock/server-kit/process/runners.ts'
import type { LoggedEvent } from '@drydock/server-kit/tasks/index.ts'
import * as contract from '../contract.ts'
import { findVenv, suggest } from './detect.ts'
import { createReceipts, receiptMigrations, reportOf } from './receipts.ts'
import { keyOf, plan, work } from './run.ts'
import { createWatch, kind } from './watch.ts'

const { detectTools, runTests, watchRun, watchTests, testReport } = contract

/** spec/2 §4, tool detection, and what other tools of ours need. */
const usualTools = ['pytest', 'node', 'npm', 'pnpm', 'yarn', 'vitest', 'jest', 'go', 'cargo']

export default serve(
	{ detectTools, runTests, watchRun, watchTests, testReport },
	(kernel) => {
		const receipts = createReceipts(kernel)
		const watch = createWatch({ kernel, receipts })
		const project = kernel.options.roots[0] ?? '/sandbox'

		return {
			async detectTools({ tools = usualTools, runner = defaultRunner, cwd = project }) {
				const { root, absolute } = kernel.processes.locate(cwd)
				const runners = listRunners()
				const isThere = runners.some(({ name, available }) => name === runner && available)
				const venv = await findVenv(kernel, runner, [absolute, root])
				const inProject = async (name: string) => {
					if (!/^[\w.+-]+$/.test(name)) return undefined
					for (const file of [...(venv === undefined ? [] : [`${venv}/bin/${name}`]), `${absolute}/node_modules/.bin/${name}`, `${root}/node_modules/.bin/${name}`]) {
						if (await kernel.workspace.look(root, file.slice(root.length + 1))) return file
					}
					return undefined
				}
				const results: Record<string, { available: boolean; path: string | null }> = {}
				for (const name of tools) {
					const found = isThere ? ((await inProject(name)) ?? findProgram(name, toolFolders(process.env), root)) : undefined
					results[name] = { available: found !== undefined, path: found ?? null }
				}
				const { sandbox, reason } = await kernel.processes.capability()
				return { results, ...(await suggest(kernel, cwd)), venv: venv ?? null, runner, runners, sandbox_error: sandbox ? null : (reason ?? 'there is no sandbox') }
			},
			async runTests({ id, ...wanted }, { caller }) {
				const { cwd = project } = wanted
				const folder = keyOf(kernel, cwd)
				const known = wanted.only ? reportOf(await receipts.runs(folder)) : []
				const planned = await plan(kernel, { ...wanted, cwd }, known)
				const clientId = id === undefined ? undefined : `${caller.session} ${id}`
				const task = await kernel.tasks.run(kind, (run) => work({ kernel, receipts, onChange: watch.tell }, run, planned), { title: wanted.cmd, input: { cmd: wanted.cmd, cwd, folder }, clientId })
				void kernel.tasks.finished(task.id, kernel.stopping).then(watch.tell, () => {})
				return { task_id: task.id }
			},
			async watchRun({ id }, { resumeAfter, signal }) {
				if ((await kernel.tasks.get(id)).kind !== kind) throw new DrydockError(404, 'not_found', 'That run is not one of tests')
				return onWire(await kernel.tasks.watch(id, resumeAfter, signal))
			},
			watchTests: ({ cwd }, { signal, resumeAfter }) => watch.follow(cwd, { signal, resumeAfter }),
			async testReport({ cwd }) {
				const runs = await receipts.runs(keyOf(kernel, cwd))
				return { tests: reportOf(runs), coverage: runs.findLast(({ coverage }) => coverage !== undefined)?.coverage }
			},
		}
	},
	{ migrations: receiptMigrations },
)

async function* onWire(events: AsyncIterable<LoggedEvent>): AsyncGenerator<Sequenced<EventOf<typeof contract.watchRun>>> {
	let hasExited = false
	for await (const { seq, type, data } of events) {
		if (type.startsWith('tests.')) {
			hasExited ||= type === 'tests.exit'
			// The log holds what `work` wrote.
			yield { seq, type: type.slice('tests.'.length), data } as Sequenced<EventOf<typeof contract.watchRun>>
		} else if (type === 'task.finished' && !hasExited) yield { seq, type: 'error', data: { message: String(data['summary']) } }
	}
}
