import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DrydockError, type RunnerName } from '@drydock/contract'
import { confinementFor } from './confinement.ts'
import { childEnvironment, toolFolders } from './environment.ts'
import { gitSurroundings } from './git-environment.ts'
import type { Contacts } from './host-proxy.ts'
import type { Limits } from './limits.ts'
import { openOverlay, type Overlay, type ShadowEntry } from './overlay.ts'
import { judgeLine, type AllowedCommand, type Verdict } from './policy.ts'
import { makeProfile, privateFolders, type Profile, type SandboxMode } from './profile.ts'
import { proveSandbox } from './prove.ts'
import { noRules, type RuleBook } from './rule-book.ts'
import { builtInRules } from './rules.ts'
import { lineCommand } from './runners.ts'
import { runSandboxed, type RunLimits, type RunResult } from './run-sandboxed.ts'
import { sandboxHome } from './sandbox.ts'
import { toolHomes } from './tool-homes.ts'
import { visible } from './visible.ts'

export { approvalCard, type AllowedCommand, type ApprovalCard, type Part, type Verdict } from './policy.ts'
export { locateFolder } from './locate.ts'
export { visible } from './visible.ts'
export { childEnvironment, toolFolders } from './environment.ts'
export { hostsOf, mostHosts, setHosts } from './host-rules.ts'
export type { Contacts } from './host-proxy.ts'
export type { Limits } from './limits.ts'
export type { ShadowEntry } from './overlay.ts'
export type { Profile } from './profile.ts'
export type { OutputChunk, RunResult } from './run-sandboxed.ts'

/** SECURITY LI-012: a command that never ends. */
const defaultTimeoutMs = 60_000
/** SECURITY LI-011. */
const defaultOutputBytes = 8 * 1024 * 1024

export interface RunRequest extends Partial<RunLimits> {
	/** What `judge` allowed. */
	command?: AllowedCommand
	/** Exactly these words, without a shell: Drydock's own. */
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
	/** Names of secrets that this child gets as variables. */
	secrets?: readonly string[]
	limits?: Partial<Limits>
	/** Lets it reach the hosts that a person listed for this project. */
	network?: boolean
}

export interface Ran extends RunResult {
	/** What it tried to reach, if it had a network. */
	contacts?: Contacts
}

export interface Capability {
	sandbox: boolean
	reason?: string
	/** Who counts memory and processes of a command together: the kernel, or Drydock by looking; nobody on macOS. */
	counted?: 'kernel' | 'watched'
	/** What the sandbox of this system cannot do. */
	note?: string
}

/** The only code that spawns for agents, panes and tasks: policy, then sandbox, then process. */
export interface Processes {
	/** Whether a line may run unasked, needs a person, or never runs. Nothing is remembered of the question. */
	judge(line: string, options: JudgeOptions): Promise<Verdict>
	/** What people allowed beyond the built-in list, and what was turned down lately. */
	rules: RuleBook
	/** Runs in the sandbox or not at all. */
	run(request: RunRequest): Promise<Ran>
	/** Runs on a copy of the project, without network; `take` gets what it changed before the copy is thrown away. */
	shadow<T>(request: Omit<RunRequest, 'sandbox' | 'network'>, take: (entries: ShadowEntry[], ran: Ran) => Promise<T>): Promise<{ ran: Ran; taken: T }>
	/** Whether there are such copies here. */
	shadowCapability(): Promise<{ shadow: boolean; reason?: string }>
	/** What such a command could touch. */
	profile(request: Pick<RunRequest, 'cwd' | 'sandbox' | 'programs' | 'secrets' | 'limits' | 'network'>): Promise<Profile>
	/** Whether commands can run here. */
	capability(): Promise<Capability>
	/** The project folder and the real folder behind a `cwd` of a call; throws if it lies outside. */
	locate(cwd: string): Location
}

export interface JudgeOptions {
	cwd: string
	runner?: RunnerName
	/** The run that asks, whose own rules count. */
	task?: string
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
	/** Default: none beyond the built-in ones. */
	rules?: RuleBook
	/** Where the program of the sandbox is looked for; default: the system's folders. */
	searchPath?: readonly string[]
	/** The system whose sandbox is used; default: this one. */
	platform?: NodeJS.Platform
	env?: NodeJS.ProcessEnv
	/** The value of a secret, for the one child that asked for it. */
	secret?(name: string): Promise<string | undefined>
	/** The hosts that commands of a project may reach. */
	hosts?(root: string): Promise<readonly string[]>
	/** Where what a shadow run writes lies while it runs. */
	shadowDir?: string
	/** False: memory and processes are counted by looking even where the kernel could. */
	useControlGroups?: boolean
}

export function createProcesses({ locate, hidden, rules = noRules, searchPath, platform = process.platform, env = process.env, secret = async () => undefined, hosts = async () => [], shadowDir, useControlGroups = true }: ProcessesOptions): Processes {
	let works: Promise<Capability> | undefined
	let shadows: Promise<{ shadow: boolean; reason?: string }> | undefined
	const confinement = confinementFor({ platform, searchPath, useControlGroups })
	const secretFolders = [...hidden, ...privateFolders()]

	async function profile({ cwd, sandbox: mode = 'project', programs, secrets, limits, network = false }: Parameters<Processes['profile']>[0]): Promise<Profile> {
		const place = locate(cwd)
		return makeProfile({ mode, root: place.root, cwd: place.absolute, secretFolders, programs, hosts: network ? await hosts(place.root) : [], secrets, limits, env })
	}

	/** What was judged runs with no more rights than it needs: reading alone, and of git what reads alone. */
	async function run({ command, ...request }: RunRequest): Promise<Ran> {
		if (!command) return runWords(request)
		const known: RunRequest = { ...request, argv: command.argv, ...(command.isReadOnly && { sandbox: 'read-only', network: false }) }
		if (!command.usesGit) return runWords(known)
		const { cwd, timeoutMs, signal } = known
		const surroundings = await gitSurroundings((line, variables) => runWords({ line, cwd, env: variables, sandbox: 'read-only', timeoutMs, signal }))
		// As git says it where there is no repository; with a configuration that cannot be read safely it is never started.
		if ('problem' in surroundings) return { code: 128, stdout: '', stderr: `${surroundings.problem}\n`, truncated: false, timedOut: false, durationMs: 0 }
		return runWords({ ...known, env: { ...request.env, ...surroundings.env } })
	}

	async function prepare({ argv, line, runner = 'bash', env: extra, timeoutMs = defaultTimeoutMs, maxOutputBytes = defaultOutputBytes, signal, onOutput, ...request }: RunRequest) {
		const command = argv ?? (line === undefined ? [] : lineCommand(runner, line))
		if (command.length === 0) throw new DrydockError(400, 'validation', 'There is no command to run')
		const own = await profile(request)
		const environment = childEnvironment(env, { PATH: toolFolders(env).join(path.delimiter), HOME: sandboxHome, TERM: 'dumb', ...toolHomes(env).env, ...extra, ...(await injected(own.secrets)) })
		return { own, command, environment, run: { timeoutMs, maxOutputBytes, signal, onOutput } }
	}

	async function runWords(request: RunRequest): Promise<Ran> {
		const { own, command, environment, run: limits } = await prepare(request)
		if (confinement.isProvedFirst) await proved()
		return start(own, command, environment, limits)
	}

	async function start(own: Profile, command: readonly string[], environment: Record<string, string>, run: RunLimits, overlay?: Overlay): Promise<Ran> {
		const confined = await confinement.confine(own, command, overlay)
		try {
			const result = await runSandboxed({ confined, env: environment, folder: own.root, limits: own.limits, ...run })
			return confined.contacts ? { ...result, contacts: confined.contacts } : result
		} finally {
			await confined.close()
		}
	}

	async function shadow<T>(request: Omit<RunRequest, 'sandbox' | 'network'>, take: (entries: ShadowEntry[], ran: Ran) => Promise<T>): Promise<{ ran: Ran; taken: T }> {
		const { own, command, environment, run } = await prepare({ ...request, ...(request.command && { argv: request.command.argv }), sandbox: 'shadow' })
		if (shadowDir === undefined || platform !== 'linux') throw noShadow('there is none for this system yet')
		const overlay = await openOverlay(own, path.join(shadowDir, randomUUID()))
		try {
			const ran = await start(own, command, environment, run, overlay).catch(async (error: unknown) => {
				// Where the sandbox works, it was the overlay: this disk cannot be under or over one.
				throw error instanceof DrydockError && error.code === 'sandbox_unavailable' && (await capability()).sandbox ? noShadow(error.message) : error
			})
			return { ran, taken: await take(await overlay.entries(), ran) }
		} finally {
			await overlay.close()
		}
	}

	async function injected(names: readonly string[]): Promise<Record<string, string>> {
		const found: Record<string, string> = {}
		for (const name of names) {
			const value = await secret(name)
			if (value === undefined) throw new DrydockError(404, 'secrets.not_found', `There is no secret called ${visible(name)}, so nothing was run`, { hint: 'Add it in the Secrets pane, or take it out of this command.' })
			found[name] = value
		}
		return found
	}

	/** Throws where the sandbox was not seen to hold. */
	async function proved(): Promise<void> {
		const { sandbox, reason = 'There is no sandbox' } = await capability()
		if (!sandbox) throw new DrydockError(503, 'sandbox_unavailable', reason, { hint: 'Commands of agents and panes stay off; terminals work.' })
	}

	async function probe(): Promise<Capability> {
		const { isProvedFirst, note } = confinement
		try {
			const reason = isProvedFirst ? await proveSandbox(runBash, { secretFolders, env }) : await runNothing()
			if (reason !== undefined) return { sandbox: false, reason: `The sandbox of this system does not hold, so no command runs: ${reason}` }
			return { sandbox: true, counted: await confinement.counted(), note }
		} catch (error) {
			// Asked again next time: the person may just have installed it.
			works = undefined
			return { sandbox: false, reason: error instanceof Error ? error.message : String(error) }
		}
	}

	async function runNothing(): Promise<undefined> {
		const own = makeProfile({ mode: 'read-only', root: '/usr/share', cwd: '/usr/share', secretFolders: [], env: {} })
		await start(own, ['/usr/bin/true'], childEnvironment(env), { timeoutMs: defaultTimeoutMs, maxOutputBytes: 4096 })
	}

	function runBash(own: Profile, script: string): Promise<Ran> {
		return start(own, ['/bin/bash', '--norc', '--noprofile', '-c', script], childEnvironment(env), { timeoutMs: defaultTimeoutMs, maxOutputBytes: defaultOutputBytes })
	}

	async function probeShadow(): Promise<{ shadow: boolean; reason?: string }> {
		const folder = mkdtempSync(path.join(os.tmpdir(), 'drydock-probe-'))
		try {
			const own = makeProfile({ mode: 'shadow', root: folder, cwd: folder, secretFolders: [], env: {} })
			if (shadowDir === undefined || platform !== 'linux') throw noShadow('there is none for this system yet')
			const overlay = await openOverlay(own, path.join(shadowDir, randomUUID()))
			try {
				await start(own, ['/usr/bin/touch', 'probe'], childEnvironment(env), { timeoutMs: defaultTimeoutMs, maxOutputBytes: 4096 }, overlay)
				const [entry] = await overlay.entries()
				if (entry?.path !== 'probe') throw noShadow('the overlay of the kernel did not show what was written')
			} finally {
				await overlay.close()
			}
			return { shadow: true }
		} catch (error) {
			shadows = undefined
			return { shadow: false, reason: error instanceof Error ? error.message : String(error) }
		} finally {
			rmSync(folder, { recursive: true, force: true })
		}
	}

	const capability = () => (works ??= probe())

	return {
		run,
		shadow,
		shadowCapability: () => (shadows ??= probeShadow()),
		profile,
		capability,
		locate,
		rules,
		async judge(line, { cwd, runner, task }) {
			const place = locate(cwd)
			const inForce = [...builtInRules, ...(await rules.inForce({ root: place.root, task }))]
			const verdict = await judgeLine(line, { cwd: place.absolute, root: place.root, runner, rules: inForce, toolFolders: toolFolders(env) })
			const { sandbox, reason } = await capability()
			return sandbox ? verdict : { ...verdict, decision: 'deny', reason: reason ?? 'there is no sandbox', command: undefined }
		},
	}
}

function noShadow(reason: string): DrydockError {
	return new DrydockError(503, 'shadow.unavailable', `There are no shadow runs here, so nothing was run: ${reason}`, { hint: 'Run it directly; what it changes is recorded and can be taken back.' })
}
