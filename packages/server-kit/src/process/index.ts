import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { DrydockError, type RunnerName } from '@drydock/contract'
import { childEnvironment, systemPath, toolFolders } from './environment.ts'
import { judgeLine, type Verdict } from './policy.ts'
import { lineCommand } from './runners.ts'
import { runSandboxed, unavailable, type RunLimits, type RunResult } from './run-sandboxed.ts'
import { privateFolders, sandboxArguments, sandboxHome, type SandboxMode } from './sandbox.ts'

export { approvalCard, builtInList, type ApprovalCard, type Verdict } from './policy.ts'
export { locateFolder } from './locate.ts'
export { visible } from './visible.ts'
export { childEnvironment, toolFolders } from './environment.ts'
export type { OutputChunk, RunResult } from './run-sandboxed.ts'

/** SECURITY LI-012: a command that never ends. */
const defaultTimeoutMs = 60_000
/** SECURITY LI-011. */
const defaultOutputBytes = 8 * 1024 * 1024

export interface RunRequest extends Partial<RunLimits> {
	/** Exactly these words, without a shell: what `judge` allowed. */
	argv?: readonly string[]
	/** A line for a shell, after a person approved it. */
	line?: string
	/** The shell; default bash. */
	runner?: RunnerName
	cwd: string
	/** Variables meant for this child. */
	env?: Readonly<Record<string, string>>
	sandbox?: SandboxMode
	/** Programs that Drydock brings along, shown to this child. */
	programs?: readonly string[]
}

export interface Capability {
	sandbox: boolean
	reason?: string
}

/** The only code that spawns for agents, panes and tasks: policy, then sandbox, then process. */
export interface Processes {
	/** Whether a line may run unasked, needs a person, or never runs. */
	judge(line: string, options: { cwd: string; runner?: RunnerName; allow?: readonly string[] }): Promise<Verdict>
	/** Runs in the sandbox or not at all. */
	run(request: RunRequest): Promise<RunResult>
	/** Whether commands can run here. */
	capability(): Promise<Capability>
	/** The project folder and the real folder behind a `cwd` of a call; throws if it lies outside. */
	locate(cwd: string): Location
}

export interface Location {
	root: string
	absolute: string
}

export interface ProcessesOptions {
	/** Both folders with links resolved. */
	locate(cwd: string): Location
	/** Never visible inside: the data and the configuration folder. */
	hidden: readonly string[]
	/** Where bubblewrap is looked for; default: the system's folders. */
	searchPath?: readonly string[]
	env?: NodeJS.ProcessEnv
}

export function createProcesses({ locate, hidden, searchPath = systemPath, env = process.env }: ProcessesOptions): Processes {
	let works: Promise<Capability> | undefined

	async function run({ argv, line, runner = 'bash', cwd, env: extra, sandbox = 'project', programs = [], timeoutMs = defaultTimeoutMs, maxOutputBytes = defaultOutputBytes, signal, onOutput }: RunRequest): Promise<RunResult> {
		const command = argv ?? (line === undefined ? [] : lineCommand(runner, line))
		if (command.length === 0) throw new DrydockError(400, 'validation', 'There is no command to run')
		const place = locate(cwd)
		const profile = { mode: sandbox, root: place.root, cwd: place.absolute, hidden: [...hidden, ...privateFolders()], programs }
		const environment = childEnvironment(env, { PATH: toolFolders(env).join(path.delimiter), HOME: sandboxHome, TERM: 'dumb', ...extra })
		return runSandboxed(findBubblewrap(searchPath), [...sandboxArguments(profile, env), ...command], environment, { timeoutMs, maxOutputBytes, signal, onOutput })
	}

	async function probe(): Promise<Capability> {
		try {
			const words = sandboxArguments({ mode: 'read-only', root: '/usr', cwd: '/usr', hidden: [], programs: [] }, {})
			await runSandboxed(findBubblewrap(searchPath), [...words, '/usr/bin/true'], childEnvironment(env), { timeoutMs: defaultTimeoutMs, maxOutputBytes: 4096 })
			return { sandbox: true }
		} catch (error) {
			// Asked again next time: the person may just have installed it.
			works = undefined
			return { sandbox: false, reason: error instanceof Error ? error.message : String(error) }
		}
	}

	const capability = () => (works ??= probe())

	return {
		run,
		capability,
		locate,
		async judge(line, { cwd, runner, allow }) {
			const place = locate(cwd)
			const verdict = await judgeLine(line, { cwd: place.absolute, root: place.root, runner, allow })
			const { sandbox, reason } = await capability()
			return sandbox ? verdict : { decision: 'deny', reason: reason ?? 'there is no sandbox', card: verdict.card }
		},
	}
}

function findBubblewrap(folders: readonly string[]): string {
	if (process.platform !== 'linux') throw unavailable(`there is none for ${process.platform} yet`)
	for (const folder of folders) {
		const file = path.join(folder, 'bwrap')
		try {
			accessSync(file, constants.X_OK)
			return file
		} catch {
			// Looked for in the next folder.
		}
	}
	throw unavailable('bubblewrap is not installed')
}
