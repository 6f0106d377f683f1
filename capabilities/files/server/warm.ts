import type { Kernel } from '@drydock/server-kit'
import { setTimeout as wait } from 'node:timers/promises'

/** Reads what will be asked for soon. What the budget cuts off goes on in the background: the index is wanted anyway. */
export async function warm({ workspace }: Kernel, { cwd, paths, budgetMs, signal }: { cwd: string; paths: readonly string[]; budgetMs: number; signal: AbortSignal }) {
	const begun = performance.now()
	const left = () => budgetMs - (performance.now() - begun)
	let warmed = 0
	for (const path of paths) {
		if (left() <= 0 || signal.aborted) break
		// One that is gone by now warms nothing and fails nothing.
		warmed += await workspace.list(cwd, path).then(() => 1, () => 0)
	}
	const indexing = workspace.search(cwd, '', { limit: 1 }).then(() => true)
	const indexed = await Promise.race([indexing, wait(Math.max(0, left()), false, { signal })])
	return { ok: true, warmed, indexed, duration_ms: Math.round(performance.now() - begun) }
}
