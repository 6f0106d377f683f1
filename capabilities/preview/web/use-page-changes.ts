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
	onChange(): void
}

interface State {
	mark?: string
	problem?: string
}

/** Asks by HEAD whether the page has changed, as often as wanted while someone looks (spec/1 §4). Tells what stands in the way. */
export function usePageChanges({ cwd, path, intervalMs, isOn, onChange }: Asked): string | undefined {
	const api = useApi()
	const [problem, setProblem] = useState<string>()
	const latest = useRef(onChange)
	useEffect(() => {
		latest.current = onChange
	})
	useEffect(() => {
		if (!isOn || path === '') return
		const stop = new AbortController()
		let known: string | undefined
		let timer: ReturnType<typeof setTimeout>
		const poll = async () => {
			const state: State = await stateOf().catch((error: unknown) => ({ problem: error instanceof Error ? error.message : 'The page cannot be read' }))
			if (stop.signal.aborted) return
			setProblem(state.problem)
			if (state.mark !== undefined && known !== undefined && state.mark !== known) latest.current()
			known = state.mark ?? known
			timer = setTimeout(poll, Math.max(laterPollMs, intervalMs))
		}
		const stateOf = async (): Promise<State> => {
			const { headers } = await api.read({ ...previewFile, method: 'HEAD' }, { '*': path, cwd }, { attempts: 1, signal: stop.signal })
			return { mark: `${headers.get('etag')} ${headers.get('last-modified')}` }
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
