import { useApi } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { previewFile } from '../contract.ts'

/** spec: preview interval minimum */
export const shortestInterval = 300
/** spec: preview poll */
export const defaultInterval = 1000
export const longestInterval = 60_000
/** spec: preview first poll minimum */
export const firstPollMs = 200
/** spec: preview later poll minimum */
export const laterPollMs = 500

interface Asked {
	cwd: string
	path: string
	intervalMs: number
	/** False asks nothing: auto-reload is off, or nobody looks. */
	isOn: boolean
	/** The etag of what is shown, as far as the page told it. */
	shown: string
	onChange(): void
}

interface State {
	mark?: string
	problem?: string
}

/** Asks by HEAD whether the page has changed, as often as wanted while someone looks (spec/1 §4). Tells what stands in the way. */
export function usePageChanges({ cwd, path, intervalMs, isOn, shown, onChange }: Asked): string | undefined {
	const api = useApi()
	const [problem, setProblem] = useState<string>()
	const latest = useRef({ shown, onChange })
	useEffect(() => {
		latest.current = { shown, onChange }
	})
	useEffect(() => {
		if (!isOn || path === '') return
		const stop = new AbortController()
		let known: string | undefined
		let reloadedFor: string | undefined
		let timer: ReturnType<typeof setTimeout>
		const poll = async () => {
			const state: State = await stateOf().catch((error: unknown) => ({ problem: error instanceof Error ? error.message : 'The page cannot be read' }))
			if (stop.signal.aborted) return
			setProblem(state.problem)
			const before = latest.current.shown || known
			// Once for each change: a page that goes on telling an old mark does not load for ever.
			if (state.mark !== undefined && before !== undefined && state.mark !== before && state.mark !== reloadedFor) {
				reloadedFor = state.mark
				latest.current.onChange()
			}
			known = state.mark ?? known
			timer = setTimeout(poll, Math.max(laterPollMs, intervalMs))
		}
		const stateOf = async (): Promise<State> => {
			const { headers } = await api.read({ ...previewFile, method: 'HEAD' }, { '*': path, cwd }, { attempts: 1, signal: stop.signal })
			return { mark: headers.get('etag') ?? headers.get('last-modified') ?? undefined }
		}
		timer = setTimeout(poll, Math.max(firstPollMs, Math.min(intervalMs, laterPollMs)))
		return () => {
			stop.abort()
			clearTimeout(timer)
			setProblem(undefined)
		}
	}, [api, cwd, path, intervalMs, isOn])
	return problem
}
