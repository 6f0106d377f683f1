import { spawn, type ChildProcess } from 'node:child_process'
import os from 'node:os'
import { StringDecoder } from 'node:string_decoder'
import type { Readable } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import { BoundedOutput } from './output.ts'
import { endTree } from './process-tree.ts'

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
	durationMs: number
}

interface Status {
	started: boolean
	code?: number
}

/** Starts bubblewrap and waits for what runs in it; throws 503 `sandbox_unavailable` if the sandbox did not come up, so that nothing ever runs without one. */
export async function runSandboxed(bubblewrap: string, words: readonly string[], env: Record<string, string>, limits: RunLimits): Promise<RunResult> {
	limits.signal?.throwIfAborted()
	const startedAt = performance.now()
	// Its own group, without a terminal; input is never a pipe, since bash takes a socket for a remote login and reads ~/.bashrc.
	const child = spawn(bubblewrap, ['--json-status-fd', '3', ...words], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
	const stdout = new BoundedOutput(limits.maxOutputBytes)
	const stderr = new BoundedOutput(limits.maxOutputBytes)
	const stop = stopper(child, limits)
	try {
		const [status, ended] = await Promise.all([
			readStatus(child.stdio[3]),
			exitOf(child),
			drain(child.stdout, 'stdout', stdout, limits.onOutput),
			drain(child.stderr, 'stderr', stderr, limits.onOutput),
		])
		limits.signal?.throwIfAborted()
		if (!status.started && !stop.timedOut) throw unavailable(stderr.text())
		return { code: status.code ?? ended, stdout: stdout.text(), stderr: stderr.text(), truncated: stdout.truncated || stderr.truncated, timedOut: stop.timedOut, durationMs: Math.round(performance.now() - startedAt) }
	} finally {
		stop.done()
	}
}

function stopper(child: ChildProcess, { timeoutMs, signal }: RunLimits) {
	const state = { timedOut: false, done }
	let settle = () => {}
	const end = () => {
		if (child.pid !== undefined) settle = endTree(child.pid, { signal: 'SIGTERM', wrapped: true })
	}
	const timer = setTimeout(() => {
		state.timedOut = true
		end()
	}, timeoutMs)
	signal?.addEventListener('abort', end, { once: true })
	function done() {
		clearTimeout(timer)
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
