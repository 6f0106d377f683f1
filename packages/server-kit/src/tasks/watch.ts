import { inboxOf, type Hub } from './hub.ts'
import { pageSize, type EventLog } from './log.ts'
import type { LoggedEvent } from './types.ts'

/** Every event after one, in order and each once: first from the log in pages, then live, until the task's last event. */
export async function* watchTask(deps: { log: EventLog; hub: Hub }, task: string, after: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
	const { log, hub } = deps
	const inbox = inboxOf(hub, task, signal)
	let seen = after
	try {
		while (!signal.aborted) {
			const page = await log.page(task, seen)
			for (const event of page) {
				seen = event.seq
				yield event
				if (event.type === 'task.finished') return
			}
			if (page.length === pageSize) continue
			for (let isInStep = true; isInStep && !signal.aborted; ) {
				const events = await inbox.take()
				isInStep = events.length > 0
				for (const event of events) {
					if (event.seq <= seen) continue
					// A gap means that another process or a fuller queue appended in between: the log has it.
					if (event.seq > seen + 1) {
						isInStep = false
						break
					}
					seen = event.seq
					yield event
					if (event.type === 'task.finished') return
				}
			}
		}
	} finally {
		inbox.close()
	}
}
