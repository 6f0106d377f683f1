import { DrydockError, type EventOf, type ReceivedOf, type Sequenced } from '@drydock/contract'
import type { Caller, Kernel } from '@drydock/server-kit'
import { createDeltas, type LoggedEvent, type Run } from '@drydock/server-kit/tasks/index.ts'
import { snippetSeconds, type runSnippet } from '../contract.ts'
import type { Languages } from './languages.ts'

type Wire = Sequenced<EventOf<typeof runSnippet>>
type Input = ReceivedOf<typeof runSnippet>

/** Kept of each of stdout and stderr, and logged of both; a scratch pad is read, not piped. */
const loggedChars = 512 * 1024
const author = { kind: 'command' as const, label: 'Sandbox pane' }

/** Snippets as tasks: they are followed from any event and always end. */
export function createSnippets(kernel: Kernel, languages: Languages) {
	async function work(run: Run, { cwd, language, code, mode }: Input): Promise<{ status: 'done'; summary: string }> {
		await run.append('sandbox.start', { task_id: run.id })
		const found = (await languages.find(cwd)).find(({ id }) => id === language)
		if (!found) throw new DrydockError(422, 'sandbox.no_language', `There is no ${language} in the sandbox`, { hint: 'Install it in a system folder, or choose another language.' })
		const argv = languages.words(found, code)
		const deltas = createDeltas(run, kernel.clock)
		let left = loggedChars
		const onOutput = async ({ stream, text }: { stream: string; text: string }) => {
			if (left > 0) await deltas.push(`sandbox.${stream}`, text.slice(0, left))
			left -= text.length
		}
		const request = { argv, cwd, timeoutMs: snippetSeconds * 1000, maxOutputBytes: loggedChars, signal: run.signal, onOutput }
		const { ran, effect, changed } = await start(request, mode, run.id, `${language}: ${code}`)
		await deltas.flush()
		const { code: exit, durationMs, timedOut, truncated, exceeded, contacts } = ran
		await run.append('sandbox.exit', { code: exit, duration_ms: durationMs, timed_out: timedOut, truncated: truncated || left < 0, ...(exceeded && { exceeded }), refused: contacts?.refused ?? [], ...(effect !== undefined && { effect }), changed })
		return { status: 'done', summary: `Exit code ${exit}` }
	}

	async function start(request: Parameters<Kernel['processes']['run']>[0], mode: Input['mode'], task: string, title: string) {
		if (mode === 'shadow') {
			const { ran, effect } = await kernel.shadow.run({ ...request, title: title.slice(0, 200), author: { ...author, task } })
			return { ran, changed: effect.changes.length, effect: effect.changes.length > 0 ? effect.id : undefined }
		}
		if (mode === 'read-only') return { ran: await kernel.processes.run({ ...request, sandbox: mode, network: true }), changed: 0, effect: undefined }
		const { cwd, signal } = request
		const { value, changed } = await kernel.ledger.around({ cwd, author: { ...author, task }, signal }, () => kernel.processes.run({ ...request, sandbox: mode, network: true }))
		return { ran: value, changed: changed.length, effect: undefined }
	}

	return {
		async run(input: Input, { caller, signal, resumeAfter }: { caller: Caller; signal: AbortSignal; resumeAfter: number }): Promise<AsyncIterable<Wire>> {
			const { id } = await kernel.tasks.run('sandbox', (run) => work(run, input), { title: `Snippet (${input.language})`, input: { cwd: input.cwd, language: input.language, mode: input.mode }, clientId: `${caller.session} ${input.id}` })
			return onWire(await kernel.tasks.watch(id, resumeAfter, signal))
		},
	}
}

async function* onWire(events: AsyncIterable<LoggedEvent>): AsyncGenerator<Wire> {
	for await (const { seq, type, data } of events) {
		// The log holds what `work` wrote.
		if (type === 'sandbox.stdout' || type === 'sandbox.stderr') yield { seq, type: 'output', data: { stream: type.slice('sandbox.'.length), text: String(data['text']) } } as Wire
		else if (type.startsWith('sandbox.')) yield { seq, type: type.slice('sandbox.'.length), data } as Wire
		else if (type === 'task.finished' && data['status'] !== 'done') yield { seq, type: 'error', data: { message: String(data['summary']) } }
	}
}
