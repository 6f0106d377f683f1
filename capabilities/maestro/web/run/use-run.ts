import { useStream, type FeedState } from '@drydock/web-kit'
import { watchTask } from '../../../tasks/contract.ts'
import { foldRun, type RunEvent } from './fold.ts'
import { emptyRun, type RunView } from './view.ts'

const options = { initial: emptyRun, fold: (run: RunView, event: RunEvent) => foldRun(run, event), isLast: ({ type }: RunEvent) => type === 'task.finished' }

/** Follows a run from its first event on: what it shows survives a reload, a lost line and a server that is started again. */
export function useRunView(id: string | undefined): FeedState<RunView> {
	return useStream(watchTask, id === undefined ? undefined : { id }, options)
}
