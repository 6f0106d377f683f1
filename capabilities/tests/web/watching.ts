import type { EventOf } from '@drydock/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReportedTest, watchTests } from '../contract.ts'

type State = EventOf<typeof watchTests>['data']

/** An editor that saves several files, or a formatter after it, is one change. */
const settleMs = 400
/** Ids for one run: the call takes no more. */
const mostFailed = 1000

/** What a watch would run now: nothing, all tests, or those that failed. */
export type Wanted = 'nothing' | 'all' | 'failed'

/**
 * A watch keeps the last run's word true: it asks for a run where the files are others than that run left them, or changed while it
 * ran. What changed during the run before, too, is the run's own doing, such as reports that it writes. Failed tests come first, and
 * when they pass, all of them.
 */
export function wantedBy({ running, receipt, tree }: State, { isFailing, changedBefore }: { isFailing: boolean; changedBefore: readonly string[] }): Wanted {
	if (running) return 'nothing'
	if (!receipt) return 'all'
	const { code, only, stopped, changed } = receipt
	const again = isFailing ? 'failed' : 'all'
	if (receipt.tree !== tree) return again
	if (stopped) return 'nothing'
	if (changed.some((file) => !changedBefore.includes(file))) return again
	return only !== null && code === 0 ? 'all' : 'nothing'
}

interface Watch {
	isOn: boolean
	/** Nothing can be started now. */
	isBusy: boolean
	state: State | undefined
	tests: readonly ReportedTest[]
	start(only: readonly string[] | undefined, id: string): void
}

/** Runs the tests again when files changed, as long as the pane is there. */
export function useWatching({ isOn, isBusy, state, tests, start }: Watch) {
	const { receipt, tree } = state ?? {}
	const [seen, setSeen] = useState<{ id?: string; changed: readonly string[]; before: readonly string[] }>({ changed: [], before: [] })
	if (receipt && seen.id !== receipt.id) setSeen({ id: receipt.id, changed: receipt.changed, before: seen.changed })
	const [asked, setAsked] = useState('')
	const failed = tests.flatMap(({ id, status }) => (status === 'failed' ? [id] : []))
	const wanted = isOn && !isBusy && state ? wantedBy(state, { isFailing: failed.length > 0 && failed.length <= mostFailed, changedBefore: seen.before }) : 'nothing'
	// The same change asks once, in every tab of this session.
	const key = `watch ${tree?.slice(0, 40)} ${receipt?.id ?? ''}`
	const begin = useEffectEvent(() => {
		setAsked(key)
		start(wanted === 'failed' ? failed : undefined, key)
	})
	const isDue = wanted !== 'nothing' && asked !== key
	useEffect(() => {
		if (!isDue) return
		const timer = setTimeout(() => begin(), settleMs)
		return () => clearTimeout(timer)
	}, [isDue, key])
}
