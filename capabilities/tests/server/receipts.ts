import type { Kernel, Migration } from '@drydock/server-kit'
import { addedOrder } from '@drydock/server-kit/store/added-order.ts'
import { historyLength, type Coverage, type Receipt, type ReportedTest, type TestResult } from '../contract.ts'

interface Row {
	id: string
	folder: string
	framework: string | null
	finished_at: number
	receipt: string
	results: string
	coverage: string | null
}

interface Tables {
	test_run: Row
}

/** Of one run: more is a list that nobody reads, and each run is kept whole. */
const mostResults = 5000
/** Of the messages of one run together. */
const messageChars = 1024 * 1024
/** Folders are few; of each as many runs as its history shows. */
const mostRuns = 1000

export const receiptMigrations: readonly Migration[] = [
	{
		name: 'tests/1-runs',
		async up(db) {
			await db.schema
				.createTable('test_run')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('folder', 'text', (column) => column.notNull())
				.addColumn('framework', 'text')
				.addColumn('finished_at', 'bigint', (column) => column.notNull())
				.addColumn('receipt', 'text', (column) => column.notNull())
				.addColumn('results', 'text', (column) => column.notNull())
				.execute()
			await db.schema.createIndex('test_run_folder').on('test_run').columns(['folder', 'finished_at']).execute()
		},
	},
	{ name: 'tests/2-coverage', up: (db) => db.schema.alterTable('test_run').addColumn('coverage', 'text').execute() },
]

export interface KeptRun {
	receipt: Receipt
	results: TestResult[]
	coverage?: Coverage
}

/** The receipts of runs with their results; the oldest of a folder are forgotten. */
export function createReceipts({ store, redact }: Pick<Kernel, 'store' | 'redact'>) {
	const db = store.db<Tables>()

	async function forget(folder: string): Promise<void> {
		for (const [where, most] of [[folder, historyLength], [undefined, mostRuns]] as const) {
			let query = db.selectFrom('test_run').select('id').orderBy('finished_at', 'desc').orderBy(addedOrder, 'desc').offset(most).limit(mostRuns)
			if (where !== undefined) query = query.where('folder', '=', where)
			const old = await query.execute()
			if (old.length > 0) await db.deleteFrom('test_run').where('id', 'in', old.map(({ id }) => id)).execute()
		}
	}

	return {
		async keep(folder: string, { receipt, results, coverage }: KeptRun): Promise<void> {
			const { id, framework, finished_at } = receipt
			await db.insertInto('test_run').values({ id, folder, framework, finished_at, receipt: redact(JSON.stringify(receipt)), results: redact(JSON.stringify(bounded(results))), coverage: coverage ? redact(JSON.stringify(coverage)) : null }).execute()
			await forget(folder)
		},
		async last(folder: string): Promise<Receipt | undefined> {
			const row = await db.selectFrom('test_run').select('receipt').where('folder', '=', folder).orderBy('finished_at', 'desc').orderBy(addedOrder, 'desc').executeTakeFirst()
			// Only `keep` writes these.
			return row && (JSON.parse(row.receipt) as Receipt)
		},
		/** Oldest first; of one framework, the newest run's. */
		async runs(folder: string): Promise<KeptRun[]> {
			const rows = await db.selectFrom('test_run').selectAll().where('folder', '=', folder).orderBy('finished_at', 'desc').orderBy(addedOrder, 'desc').execute()
			const own = rows.filter(({ framework }) => framework === rows[0]?.framework)
			return own.toReversed().map(({ receipt, results, coverage }) => ({ receipt: JSON.parse(receipt) as Receipt, results: JSON.parse(results) as TestResult[], ...(coverage !== null && { coverage: JSON.parse(coverage) as Coverage }) }))
		},
	}
}

export type Receipts = ReturnType<typeof createReceipts>

/** Failed ones are kept first, in the order of the report. */
function bounded(results: readonly TestResult[]): TestResult[] {
	const kept = results.length <= mostResults ? [...results] : results.toSorted((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed')).slice(0, mostResults)
	let left = messageChars
	return kept.map((result) => {
		left -= result.message?.length ?? 0
		return left < 0 ? { ...result, message: null } : result
	})
}

const letters: Readonly<Record<TestResult['status'], string>> = { passed: 'p', failed: 'f', skipped: 's' }

/** The latest result of every test since the last run of all of them, with what earlier runs said. */
export function reportOf(runs: readonly KeptRun[]): ReportedTest[] {
	const tests = new Map<string, TestResult & { latest: boolean }>()
	const history = new Map<string, { status: TestResult['status']; tree: string }[]>()
	for (const { receipt, results } of runs) {
		for (const test of tests.values()) test.latest = false
		// A run that ended early, or told nothing, does not say that the others are gone.
		if (receipt.only === null && !receipt.stopped && !receipt.timed_out && results.length > 0) tests.clear()
		for (const result of worst(results)) {
			tests.set(result.id, { ...result, latest: true })
			history.set(result.id, [...(history.get(result.id) ?? []), { status: result.status, tree: receipt.changed.length === 0 ? receipt.tree : receipt.id }])
		}
	}
	return [...tests.values()].map((test) => {
		const past = history.get(test.id) ?? []
		return { ...test, history: past.slice(-historyLength).map(({ status }) => letters[status]).join(''), flaky: isFlaky(past) }
	})
}

/** Tests of one name are one, as bad as the worst of them. */
function worst(results: readonly TestResult[]): TestResult[] {
	const found = new Map<string, TestResult>()
	for (const result of results) if (found.get(result.id)?.status !== 'failed') found.set(result.id, result)
	return [...found.values()]
}

function isFlaky(past: readonly { status: TestResult['status']; tree: string }[]): boolean {
	const passed = new Set(past.filter(({ status }) => status === 'passed').map(({ tree }) => tree))
	return past.some(({ status, tree }) => status === 'failed' && passed.has(tree))
}
