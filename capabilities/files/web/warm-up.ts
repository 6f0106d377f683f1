import { asFault, numberBetween, preference, readPreference, type Api } from '@drydock/web-kit'
import { warmup, warmupBudget } from '../contract.ts'

/** The slider of the appearance settings, by its name. */
const budget = preference('fs_warmup_budget', 'Warmup budget', warmupBudget.usual, numberBetween(warmupBudget.least, warmupBudget.most))

/** Has the server read the folder and the index ahead, within the budget; a failure is told and costs nothing else. */
export async function warmAhead({ api, cwd, onStatus, signal }: { api: Api; cwd: string; onStatus(text: string): void; signal: AbortSignal }): Promise<void> {
	try {
		await api.send(warmup, { cwd, paths: [''], budget_ms: Math.round(readPreference(budget)) }, { signal })
	} catch (error) {
		if (signal.aborted) return
		const fault = asFault(error)
		const message = `fs/warmup ${fault.status}`
		onStatus(`${message}: ${fault.message}`)
		globalThis.dispatchEvent(new CustomEvent('vt:fs:error', { detail: { message } }))
	}
}
