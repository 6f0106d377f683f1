import { DrydockError, type EventOf, type ReceivedOf, type Sequenced } from '@drydock/contract'
import type { Caller, Kernel } from '@drydock/server-kit'
import { createOutput } from '@drydock/server-kit/process/task-output.ts'
import type { LoggedEvent, Run } from '@drydock/server-kit/tasks/index.ts'
import { streamSeconds, type shellStream } from '../contract.ts'
import { permit, runPermitted, type Permitted } from './run.ts'

type Wire = Sequenced<EventOf<typeof shellStream>>
type Exit = Extract<Wire, { type: 'exit' }>['data']

/** What shells answer for a command that was asked to end. */
const stoppedCode = 143

/** Ids of requests that may come again; the task log knows the older ones. */
const mostRemembered = 1000

/** Commands as tasks: they outlive their connection, are followed from any event, and always end with an exit code. */
export function createStreams(kernel: Kernel) {
	const { tasks } = kernel
	const started = new Set<string>()

	function remember(clientId: string) {
		started.add(clientId)
		const [oldest] = started
		if (started.size > mostRemembered && oldest !== undefined) started.delete(oldest)
	}

	async function work(run: Run, permitted: Permitted, seconds: number) {
		const { text, cwd, runner, reason } = permitted
		await run.append('shell.start', { task_id: run.id, cmd: text, cwd, runner, reason, at: kernel.clock.now() / 1000 })
		const output = createOutput(run, kernel.clock, 'shell')
		const started = kernel.clock.now()
		const exit = async (data: Exit) => {
			await output.end()
			await run.append('shell.exit', data)
		}
		try {
			const { code, timedOut, durationMs, effect } = await runPermitted(kernel, permitted, { timeoutMs: seconds * 1000, signal: run.signal, onOutput: output.add, task: run.id })
			await exit({ code, duration_ms: durationMs, timed_out: timedOut, stopped: false, ...(effect && { effect }) })
			return { status: 'done' as const, summary: timedOut ? `Stopped after ${seconds} seconds` : `Exit code ${code}` }
		} catch (error) {
			if (run.signal.aborted) await exit({ code: stoppedCode, duration_ms: kernel.clock.now() - started, timed_out: false, stopped: true })
			throw error
		}
	}

	async function known(id: string): Promise<string> {
		const { kind } = await tasks.get(id)
		if (kind !== 'shell') throw new DrydockError(404, 'not_found', 'That run is not a command')
		return id
	}

	return {
		/** With an id that is known: nothing is started, and asked for nothing. */
		async start(input: ReceivedOf<typeof shellStream>, { caller, signal, after }: { caller: Caller; signal: AbortSignal; after: number }): Promise<AsyncIterable<Wire>> {
			if (input.task !== undefined) return onWire(await tasks.watch(await known(input.task), after, signal))
			const clientId = input.id === undefined ? undefined : `${caller.session} ${input.id}`
			// A second try of a request whose answer was lost must not ask, or run, again.
			const isAgain = clientId !== undefined && (after > 0 || started.has(clientId))
			const permitted = isAgain ? undefined : await permit(kernel, input, caller)
			const job = async (run: Run) => (permitted ? work(run, permitted, input.timeout ?? streamSeconds.usual) : { status: 'failed' as const, summary: 'That command is no longer known' })
			const { id } = await tasks.run('shell', job, { title: input.cmd, input: { cmd: input.cmd, cwd: input.cwd, runner: input.runner }, clientId })
			if (clientId !== undefined) remember(clientId)
			return onWire(await tasks.watch(id, after, signal))
		},
	}
}

async function* onWire(events: AsyncIterable<LoggedEvent>): AsyncGenerator<Wire> {
	let hasExited = false
	for await (const { seq, type, data } of events) {
		if (type.startsWith('shell.')) {
			hasExited ||= type === 'shell.exit'
			// The log holds what `work` wrote.
			yield { seq, type: type.slice('shell.'.length), data } as Wire
		} else if (type === 'task.finished' && !hasExited && data['status'] !== 'done') yield { seq, type: 'error', data: { message: String(data['summary']) } }
	}
}
