import { spawn, type ChildProcess } from 'node:child_process'
import os from 'node:os'
import { StringDecoder } from 'node:string_decoder'
import { Writable, type Readable } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import { joinWords, type ControlGroup } from './control-group.ts'
import type { Exceeded, Limits } from './limits.ts'
import { BoundedOutput } from './output.ts'
import { endTree, killTree } from './process-tree.ts'
import { seccompFilter } from './seccomp.ts'
import { watchUse } from './watch-use.ts'

export interface OutputChunk {
	stream: 'stdout' | 'stderr'
	text: string
}

export interface RunLimits {
	timeoutMs: number
	maxOutputBytes: number
	signal?: AbortSignal
	/** Told of output as it comes; the process waits while it works. */
	onOutput?: (chunk: OutputChunk) => void | Promise<void>
}

export interface RunResult {
	/** The command's own exit code; 128 + n after signal n. */
	code: number
	stdout: string
	stderr: string
	/** Something was left out of the middle of stdout or stderr. */
	truncated: boolean
	timedOut: boolean
	/** The limit that ended it. */
	exceeded?: Exceeded
	durationMs: number
}

export interface Sandboxed extends RunLimits {
	/** What is run first and becomes bubblewrap: puts rights down, mounts. */
	before: readonly string[]
	bubblewrap: string
	words: readonly string[]
	env: Record<string, string>
	/** The folder whose disk is written to. */
	folder: string
	limits: Limits
	group?: ControlGroup
}

interface Status {
	started: boolean
	code?: number
}

const statusAt = 3
const filterAt = 4

/** Starts bubblewrap and waits for what runs in it; throws 503 `sandbox_unavailable` if the sandbox did not come up, so that nothing ever runs without one. */
export async function runSandboxed({ before, bubblewrap, words, env, group, ...run }: Sandboxed): Promise<RunResult> {
	run.signal?.throwIfAborted()
	const startedAt = performance.now()
	const filter = seccompFilter()
	const [file = '', ...more] = [...(group ? ['/bin/sh', ...joinWords(group)] : []), ...before, bubblewrap, '--json-status-fd', String(statusAt), ...(filter ? ['--seccomp', String(filterAt)] : []), ...words]
	// Its own group, without a terminal; input is never a pipe, since bash takes a socket for a remote login and reads ~/.bashrc.
	const child = spawn(file, more, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe', filter ? 'pipe' : 'ignore'] })
	const stdout = new BoundedOutput(run.maxOutputBytes)
	const stderr = new BoundedOutput(run.maxOutputBytes)
	const stop = stopper(child, run, group !== undefined)
	try {
		const [status, ended] = await Promise.all([
			readStatus(child.stdio[statusAt]),
			exitOf(child),
			drain(child.stdout, 'stdout', stdout, run.onOutput),
			drain(child.stderr, 'stderr', stderr, run.onOutput),
			hand(child.stdio[filterAt], filter),
		])
		run.signal?.throwIfAborted()
		if (!status.started && !stop.timedOut && !stop.exceeded) throw unavailable(stderr.text())
		const code = status.code ?? ended
		const exceeded = stop.exceeded ?? ((await group?.isOutOfMemory()) ? 'memory' : undefined)
		return { code, stdout: stdout.text(), stderr: stderr.text(), truncated: stdout.truncated || stderr.truncated, timedOut: stop.timedOut, ...(exceeded && { exceeded }), durationMs: Math.round(performance.now() - startedAt) }
	} finally {
		stop.done()
		// The kernel gives it up a little later than its last process; nobody has to wait for that.
		void group?.remove()
	}
}

function stopper(child: ChildProcess, { timeoutMs, signal, folder, limits }: Pick<Sandboxed, 'timeoutMs' | 'signal' | 'folder' | 'limits'>, isCounted: boolean) {
	const state: { timedOut: boolean; exceeded?: Exceeded; done(): void } = { timedOut: false, done }
	const { pid } = child
	let settle = () => {}
	const end = () => {
		if (pid !== undefined) settle = endTree(pid, { signal: 'SIGTERM', wrapped: true })
	}
	const timer = setTimeout(() => {
		state.timedOut = true
		end()
	}, timeoutMs)
	signal?.addEventListener('abort', end, { once: true })
	const unwatch = pid === undefined ? () => {} : watchUse({ pid, folder, limits, counts: !isCounted, onExceeded })
	function onExceeded(what: Exceeded) {
		state.exceeded = what
		if (pid !== undefined) killTree(pid)
	}
	function done() {
		clearTimeout(timer)
		unwatch()
		signal?.removeEventListener('abort', end)
		settle()
	}
	return state
}

function exitOf(child: ChildProcess): Promise<number> {
	return new Promise((resolve, reject) => {
		child.once('error', (error) => reject(unavailable(error.message)))
		child.once('exit', (code, name) => resolve(code ?? 128 + (name ? os.constants.signals[name] : 0)))
	})
}

async function drain(source: Readable | null, stream: OutputChunk['stream'], kept: BoundedOutput, onOutput: RunLimits['onOutput']) {
	const decoder = new StringDecoder('utf8')
	for await (const chunk of source ?? []) {
		kept.add(chunk)
		const text = onOutput ? decoder.write(chunk) : ''
		// Awaited, so that the pipe fills up and the process waits for a slow reader.
		if (text) await onOutput?.({ stream, text })
	}
}

async function hand(target: unknown, filter: Buffer | undefined) {
	if (!(target instanceof Writable)) return
	// It may have ended before it read this; then its status says so.
	target.on('error', () => {})
	target.end(filter)
}

/** Bubblewrap tells the exit code here only if the command was really started inside. */
async function readStatus(source: unknown): Promise<Status> {
	let text = ''
	for await (const chunk of source as Readable) text += String(chunk)
	const code = /"exit-code"\s*:\s*(\d+)/.exec(text)?.[1]
	return code === undefined ? { started: false } : { started: true, code: Number(code) }
}

export function unavailable(cause: string): DrydockError {
	const reason = cause.trim().split('\n', 1)[0] || 'it did not start'
	return new DrydockError(503, 'sandbox_unavailable', `The sandbox could not be started, so nothing was run: ${reason}`, {
		hint: 'Install bubblewrap 0.8 or newer (Debian, Ubuntu: "apt-get install bubblewrap") and allow user namespaces. Without the sandbox commands of agents and panes stay off; terminals work.',
	})
}
