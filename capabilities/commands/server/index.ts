import { serve } from '@drydock/server-kit'
import { findProgram } from '@drydock/server-kit/process/locate.ts'
import { toolFolders } from '@drydock/server-kit/process/index.ts'
import * as contract from '../contract.ts'
import { createCapabilities } from './capabilities.ts'
import { followLog } from './logs.ts'
import { runCommand } from './run.ts'
import { createStreams } from './stream.ts'

export default serve(contract, (kernel) => {
	const run = runCommand(kernel)
	const streams = createStreams(kernel)
	const capabilities = createCapabilities(kernel)
	const first = kernel.options.roots[0] ?? '/sandbox'
	return {
		shellRun: (input, { caller, signal }) => run(input, caller, signal),
		shellStream: (input, { caller, signal, resumeAfter }) => streams.start(input, { caller, signal, after: resumeAfter }),
		shellWhich({ cmd, names = [], cwd = first }) {
			const { root } = kernel.processes.locate(cwd)
			const folders = toolFolders(process.env)
			const asked = cmd === undefined ? names : [cmd.trim().split(/\s+/, 1)[0] ?? '', ...names]
			const results = Object.fromEntries(asked.map((name) => [name, findProgram(name, folders, root)] as const).map(([name, path]) => [name, { available: path !== undefined, path: path ?? null }]))
			return { ok: true, path: results[asked[0] ?? '']?.path ?? null, results }
		},
		shellCaps: ({ runner, timeout, cwd = first, fresh }, { signal }) => capabilities.look({ runner, seconds: timeout, cwd, isFresh: fresh, signal }),
		shellLogs: ({ path, seconds, cwd = first }, { signal }) => followLog(kernel, { cwd, path, seconds, signal }),
	}
})
