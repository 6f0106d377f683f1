import { once } from 'node:events'
import { callServer, startServer, token, type Server, type StartOptions } from '../../e2e/support/drydock.ts'
import { deniedCommand } from './model.ts'

export interface Logged {
	seq: number
	type: string
	data: Record<string, unknown>
}

/** A person (here: a program) at a server that may die at any moment: whatever was not acknowledged is asked again. */
export class Visitor {
	readonly events: Logged[] = []
	deaths = 0
	private server: Server | undefined
	private readonly options: StartOptions
	private readonly failEnv: Record<string, string>

	constructor(options: StartOptions, failEnv: Record<string, string>) {
		this.options = options
		this.failEnv = failEnv
	}

	/** The server, started again without the fault if it died. */
	async alive(): Promise<Server> {
		if (this.server && this.server.process.exitCode === null && this.server.process.signalCode === null) return this.server
		const isFirst = this.server === undefined
		if (!isFirst) this.deaths++
		try {
			this.server = await startServer({ ...this.options, env: { ...this.options.env, ...(isFirst && this.failEnv) } })
		} catch (error) {
			// It may die while it starts: once, since the fault is not set the second time.
			if (!isFirst) throw error
			this.deaths++
			this.server = await startServer(this.options)
		}
		return this.server
	}

	/** Repeats a call until a living server answered it. */
	async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
		for (;;) {
			const server = await this.alive()
			try {
				return await callServer<T>(server, method, path, body)
			} catch {
				await settled(server)
			}
		}
	}

	/** Follows a task to its end over every restart, deciding approvals on the way. */
	async follow(task: string, decide: (data: Record<string, unknown>) => boolean | 'cancel' = allowAllButDenied): Promise<void> {
		for (;;) {
			const server = await this.alive()
			try {
				for await (const event of readEvents(server, task, this.events.at(-1)?.seq ?? 0)) {
					this.events.push(event)
					if (event.type === 'approval.requested') await this.answer(task, event.data, decide(event.data))
					if (event.type === 'task.finished') return
				}
			} catch {
				await settled(server)
			}
		}
	}

	private async answer(task: string, { action_id }: Record<string, unknown>, decision: boolean | 'cancel') {
		if (decision === 'cancel') await this.call('POST', `/maestro/cancel/${task}`, {})
		else await this.call('POST', '/approvals/decide', { task_id: task, action_id, allow: decision })
	}

	async stop(): Promise<void> {
		await this.server?.stop()
	}
}

const allowAllButDenied = ({ metadata }: Record<string, unknown>) => (metadata as { command?: string }).command !== deniedCommand

/** A broken connection means a dying server: wait until it is gone, unless it only hung up. */
async function settled(server: Server): Promise<void> {
	if (server.process.exitCode === null && server.process.signalCode === null) await Promise.race([once(server.process, 'exit'), new Promise((resolve) => setTimeout(resolve, 1000))])
}

async function* readEvents(server: Server, task: string, after: number): AsyncGenerator<Logged> {
	const reply = await fetch(`${server.url}/tasks/${task}/events`, { headers: { 'x-api-key': token, 'last-event-id': String(after) } })
	if (!reply.ok || !reply.body) throw new Error(`HTTP ${reply.status}`)
	let rest = ''
	for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
		const blocks = (rest + chunk).split('\n\n')
		rest = blocks.pop() ?? ''
		for (const block of blocks) {
			const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
			const [seq, type, data] = [field('id'), field('event'), field('data')]
			if (seq && type && data) yield { seq: Number(seq), type, data: JSON.parse(data) as Record<string, unknown> }
		}
	}
}
