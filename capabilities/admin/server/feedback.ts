import { DrydockError, type Static } from '@drydock/contract'
import type { Kernel, Migration } from '@drydock/server-kit'
import { createRate } from '@drydock/server-kit/rate.ts'
import { addedOrder } from '@drydock/server-kit/store/added-order.ts'
import type { listEvents, listFeedback } from '../contract.ts'

type FeedbackItem = Static<typeof listFeedback.reply>['items'][number]
type EventItem = Static<typeof listEvents.reply>['items'][number]

interface Tables {
	feedback: { id: string; client_id: string | null; kind: FeedbackItem['kind']; note: string; created_at: number }
	analytics: { id: string; event: string; props: string; ts: number }
}

/** Years of one team; the oldest gives way. */
const mostFeedback = 10_000
const mostEvents = 50_000
/** A page that was offline sends what it kept one after the other. */
const perMinute = 60
/** Looked at once in so many: that is often enough. */
const trimEvery = 100

export const feedbackMigrations: Migration[] = [
	{
		name: 'admin/1-feedback',
		async up(db) {
			await db.schema
				.createTable('feedback')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('client_id', 'text', (column) => column.unique())
				.addColumn('kind', 'text', (column) => column.notNull())
				.addColumn('note', 'text', (column) => column.notNull())
				.addColumn('created_at', 'bigint', (column) => column.notNull())
				.execute()
			await db.schema
				.createTable('analytics')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('event', 'text', (column) => column.notNull())
				.addColumn('props', 'text', (column) => column.notNull())
				.addColumn('ts', 'bigint', (column) => column.notNull())
				.execute()
			await db.schema.createIndex('feedback_recent').on('feedback').column('created_at').execute()
			await db.schema.createIndex('analytics_recent').on('analytics').column('ts').execute()
		},
	},
]

/** What people told and what pages counted, kept for the admin. Times on the wire are epoch seconds (spec/3 §3). */
export function createFeedback({ store, clock, newId, redact }: Pick<Kernel, 'store' | 'clock' | 'newId' | 'redact'>) {
	const db = store.db<Tables>()
	const limitFeedback = createRate(clock, perMinute)
	const limitEvents = createRate(clock, perMinute)
	let kept = 0

	async function trim() {
		if (kept++ % trimEvery !== 0) return
		const told = await db.selectFrom('feedback').select('created_at').orderBy('created_at', 'desc').offset(mostFeedback).limit(1).executeTakeFirst()
		if (told) await db.deleteFrom('feedback').where('created_at', '<=', told.created_at).execute()
		const counted = await db.selectFrom('analytics').select('ts').orderBy('ts', 'desc').offset(mostEvents).limit(1).executeTakeFirst()
		if (counted) await db.deleteFrom('analytics').where('ts', '<=', counted.ts).execute()
	}

	return {
		async keep({ kind, note, client_id = null }: { kind: FeedbackItem['kind']; note: string; client_id?: string | null }, session: string): Promise<string> {
			limitFeedback(session)
			const text = redact(note.trim())
			if (text === '') throw new DrydockError(400, 'validation', 'The note is empty', { hint: 'Write what you think.' })
			const id = newId()
			await db
				.insertInto('feedback')
				.values({ id, client_id, kind, note: text, created_at: clock.now() })
				.onConflict((conflict) => conflict.column('client_id').doNothing())
				.execute()
			await trim()
			const known = client_id === null ? undefined : await db.selectFrom('feedback').select('id').where('client_id', '=', client_id).executeTakeFirst()
			return known?.id ?? id
		},
		async list(limit: number): Promise<FeedbackItem[]> {
			const rows = await db.selectFrom('feedback').select(['id', 'kind', 'note', 'created_at']).orderBy('created_at', 'desc').orderBy(addedOrder, 'desc').limit(limit).execute()
			return rows.map((row) => ({ ...row, created_at: Math.floor(row.created_at / 1000) }))
		},
		async count({ event, props, ts }: { event: string; props: Record<string, unknown>; ts?: number }, session: string): Promise<void> {
			limitEvents(session)
			const at = ts === undefined ? clock.now() : ts * 1000
			await db.insertInto('analytics').values({ id: newId(), event, props: redact(JSON.stringify(props)), ts: Math.trunc(at) }).execute()
			await trim()
		},
		async events(limit: number): Promise<EventItem[]> {
			const rows = await db.selectFrom('analytics').select(['event', 'props', 'ts']).orderBy('ts', 'desc').orderBy(addedOrder, 'desc').limit(limit).execute()
			return rows.map(({ event, props, ts }) => ({ event, props: JSON.parse(props) as EventItem['props'], ts: Math.floor(ts / 1000) }))
		},
	}
}
