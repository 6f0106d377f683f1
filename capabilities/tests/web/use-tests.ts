import type { EventOf } from '@drydock/contract'
import { asFault, useCall, usePaneTab, usePreference, useProject, useSend, useStream } from '@drydock/web-kit'
import { useState } from 'react'
import { cancelTask } from '../../tasks/contract.ts'
import { detectTools, runTests, testReport, watchRun, watchTests } from '../contract.ts'
import { testOptions, usualOptions, type TestOptions } from './options.ts'
import { addEvent, isLast, nothingYet } from './output-lines.ts'
import { useWatching } from './watching.ts'

type State = EventOf<typeof watchTests>['data']

/** spec/2 §5 */
const denied = '/shell/run denied by allowlist (422). Streaming continues. To capture exit code, allow this command or use the stream output only.'

/** Everything the pane shows and does. */
export function useTests() {
	const { cwd: base } = useProject()
	const { isVisible } = usePaneTab()
	const [isWatching, setIsWatching] = useState(false)
	const [saved, save] = usePreference(testOptions)
	const options = saved[base] ?? usualOptions
	const cwd = options.folder.trim() === '' ? base : options.folder.startsWith('/') ? options.folder.trim() : `${base}/${options.folder.trim()}`
	const found = useCall(detectTools, { cwd, ...(options.runner && { runner: options.runner }) }, { onFocus: true, keepPrevious: true })
	// A hidden pane holds no line to the server unless it watches; it catches up when it is shown.
	const live = useStream(watchTests, isVisible || isWatching ? { cwd } : undefined, { initial: (): State | undefined => undefined, fold: (_, { data }) => data, endless: true })
	const run = useSend(runTests)
	const cancel = useSend(cancelTask)
	const [started, setStarted] = useState<{ id: string; cwd: string }>()
	const [cleared, setCleared] = useState<{ id: string | undefined; lines: number }>()

	const state = live.state
	// Until the server tells of it, a run of ours is known by what starting it answered.
	const pending = started?.cwd === cwd && state?.receipt?.id !== started.id ? started.id : undefined
	const id = state?.running?.id ?? pending ?? state?.receipt?.id
	const output = useStream(watchRun, id === undefined ? undefined : { id }, { initial: () => nothingYet, fold: addEvent, isLast })
	const view = output.state
	const hasEnded = view.exit !== undefined || view.error !== undefined || output.status === 'failed'
	const isRunning = run.isPending || Boolean(state?.running) || (pending !== undefined && !hasEnded)
	// Read again with each receipt: its id is part of the question.
	const report = useCall(testReport, { cwd, receipt: state?.receipt?.id }, { keepPrevious: true, enabled: state !== undefined })

	const line = (options.command.trim() || found.data?.command || '').trim()
	const command = [line, options.extra.trim()].filter((part) => part !== '').join(' ')
	const hidden = cleared !== undefined && cleared.id === id ? Math.max(0, cleared.lines - view.dropped) : 0
	const fault = run.error ?? (output.status === 'failed' ? output.error : undefined)

	function start(only?: readonly string[], id: string = crypto.randomUUID()) {
		const { runner, venv, coverage } = options
		run.mutate(
			{ id, cmd: command, cwd, venv, coverage, ...(runner && { runner }), ...(only && { only: [...only] }) },
			{ onSuccess: ({ task_id }) => setStarted({ id: task_id, cwd }), onError: (error) => only && isWatching && asFault(error).code === 'tests.no_selection' && start(undefined, `${id} all`) },
		)
	}
	useWatching({ isOn: isWatching, isBusy: isRunning || command === '', state, tests: report.data?.tests ?? [], start })

	return {
		cwd,
		options,
		command,
		found,
		report,
		live,
		state,
		isRunning,
		isStopping: cancel.isPending,
		view: hidden > 0 ? { ...view, lines: view.lines.slice(hidden), exit: view.lines.length <= hidden ? undefined : view.exit } : view,
		failure: fault ? (fault.status === 422 ? denied : `[error] ${fault.message}`) : cancel.error ? `[error] ${cancel.error.message}` : undefined,
		change: (change: Partial<TestOptions>) => save({ ...saved, [base]: { ...options, ...change } }),
		isWatching,
		setIsWatching,
		start: (only?: readonly string[]) => start(only),
		stop: () => id !== undefined && cancel.mutate({ id, reason: 'Stop was pressed' }),
		clear() {
			run.reset()
			cancel.reset()
			setCleared({ id, lines: view.dropped + view.lines.length })
		},
	}
}
