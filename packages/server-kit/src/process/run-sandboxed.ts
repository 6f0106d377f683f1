import { spawn, type ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import os from 'node:os'
import { StringDecoder } from 'node:string_decoder'
import { Writable, type Readable } from 'node:stream'
import type { Confined } from './confinement.ts'
import type { Exceeded, Limits } from './limits.ts'
import { BoundedOutput } from './output.ts'
import { endGroup, endTree, killGroup, killTree } from './process-tree.ts'
import { unavailable } from './unavailable.ts'
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
	confined: Confined
	env: Record<string, string>
	/** The folder whose disk is written to. */
	folder: string
	limits: Limits
}

const statusAt = 3
const filterAt = 4
/** What a command left behind holds its output open no longer than it writes. */
const quietMs = 500

/** Starts a command in its sandbox and waits for it; throws 503 `sandbox_unavailable` if the sandbox did not come up, so that nothing ever runs without one. */
export async function runSandboxed({ confined, env, ...run }: Sandboxed): Promise<RunResult> {
	run.signal?.throwIfAborted()
	const startedAt = performance.now()
	const { filter, group, cwd } = confined
	const [file = '', ...more] = confined.words
	// Its own group, without a terminal; input is never a pipe, since bash takes a socket for a remote login and reads ~/.bashrc.
	const child = spawn(file, more, { env: { ...env, ...confined.env }, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe', filter ? 'pipe' : 'ignore'] })
	if (!confined.endsWhole) child.once('exit', () => leaveNone(child))
	const stdout = new BoundedOutput(run.maxOutputBytes)
	const stderr = new BoundedOutput(run.maxOutputBytes)
	const stop = stopper(child, run, confined)
	try {
		const [status, ended] = await Promise.all([
			readAll(child.stdio[statusAt]).then(confined.read),
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

function stopper(child: ChildProcess, { timeoutMs, signal, folder, limits }: Pick<Sandboxed, 'timeoutMs' | 'signal' | 'folder' | 'limits'>, { endsWhole, group }: Confined) {
	const state: { timedOut: boolean; exceeded?: Exceeded; done(): void } = { timedOut: false, done }
	const { pid } = child
	let settle = () => {}
	const end = () => {
		if (pid !== undefined) settle = endsWhole ? endTree(pid, { signal: 'SIGTERM', wrapped: true }) : endGroup(pid)
	}
	const timer = setTimeout(() => {
		state.timedOut = true
		end()
	}, timeoutMs)
	signal?.addEventListener('abort', end, { once: true })
	const unwatch = pid === undefined ? () => {} : watchUse({ pid, folder, limits, counts: group === undefined, onExceeded })
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
	try {
		for await (const chunk of source ?? []) {
			kept.add(chunk)
			const text = onOutput ? decoder.write(chunk) : ''
			// Awaited, so that the pipe fills up and the process waits for a slow reader.
			if (text) await onOutput?.({ stream, text })
		}
	} catch (error) {
		// Closed by us, after its end.
		if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
	}
}

/** Ends what a command left in its group; what went away into another group may not hold the output open once it is quiet. */
function leaveNone({ pid, stdout, stderr }: ChildProcess) {
	if (pid !== undefined) killGroup(pid)
	for (const source of [stdout, stderr]) {
		let seen = -1
		const timer = setInterval(() => {
			const isQuiet = source instanceof Socket && source.bytesRead === seen && source.readableLength === 0
			seen = source instanceof Socket ? source.bytesRead : seen
			if (isQuiet) source.destroy()
		}, quietMs)
		source?.once('close', () => clearInterval(timer))
	}
}

async function hand(target: unknown, filter: Buffer | undefined) {
	if (!(target instanceof Writable)) return
	// It may have ended before it read this; then its status says so.
	target.on('error', () => {})
	target.end(filter)
}

async function readAll(source: unknown): Promise<string> {
	let text = ''
	for await (const chunk of source as Readable) text += String(chunk)
	return text
}
