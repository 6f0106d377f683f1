import { serve } from '@drydock/server-kit'
import type { LoggedEvent } from '@drydock/server-kit/tasks/index.ts'
import type { EventOf, Sequenced } from '@drydock/contract'
import * as contract from '../contract.ts'

type Wire = AsyncIterable<Sequenced<EventOf<typeof contract.watchTask>> & { json?: string }>

export default serve(contract, ({ tasks }) => ({
	listTasks: async ({ kind, status, limit, before }) => ({ ok: true, items: await tasks.list({ kind, status, limit, before }) }),
	getTask: ({ id }) => tasks.get(id),
	watchTask: async ({ id }, { resumeAfter, signal }) => asWire(await tasks.watch(id, resumeAfter, signal)),
	cancelTask: ({ id, reason }) => tasks.cancel(id, { by: 'user', reason }),
}))

/** The log is in the contract's vocabulary (other kinds may add types that readers skip); each event object goes out as it is, serialised once. */
function asWire(events: AsyncIterable<LoggedEvent>): Wire {
	return events as AsyncIterable<unknown> as Wire
}
