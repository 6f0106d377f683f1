import { type EventOf } from '@drydock/contract'
import { useRun, useSend } from '@drydock/web-kit'
import { cancelTask } from '../../tasks/contract.ts'
import { listShadowRuns, runSnippet, type LanguageId, type SandboxMode } from '../contract.ts'

type Event = EventOf<typeof runSnippet>
export type Exit = Extract<Event, { type: 'exit' }>['data']

export interface Snippet {
	task?: string
	chunks: { stream: 'stdout' | 'stderr'; text: string }[]
	exit?: Exit
	error?: string
}

/** Chunks of output are joined up to here, so that many small ones are few elements. */
const chunkChars = 8192

/** One snippet and how it is going. */
export function useSnippet() {
	const { state, status, error, start } = useRun(runSnippet, { initial: (): Snippet => ({ chunks: [] }), fold, isLast: ({ type }: Event) => type === 'exit' || type === 'error' })
	const cancel = useSend(cancelTask, { refresh: [listShadowRuns] })
	const isOver = state.exit !== undefined || state.error !== undefined || error !== undefined
	return {
		...state,
		error: state.error ?? error?.message,
		hint: error?.hint,
		isRunning: status !== 'idle' && !isOver,
		start: (input: { cwd: string; language: LanguageId; code: string; mode: SandboxMode }) => start({ ...input, id: crypto.randomUUID() }),
		stop: () => state.task !== undefined && cancel.mutate({ id: state.task, reason: 'Stopped in the Sandbox pane' }),
	}
}

function fold(state: Snippet, event: Event): Snippet {
	switch (event.type) {
		case 'start':
			return { task: event.data.task_id, chunks: [] }
		case 'output': {
			const last = state.chunks.at(-1)
			if (!last || last.stream !== event.data.stream || last.text.length > chunkChars) return { ...state, chunks: [...state.chunks, event.data] }
			return { ...state, chunks: [...state.chunks.slice(0, -1), { stream: last.stream, text: last.text + event.data.text }] }
		}
		case 'exit':
			return { ...state, exit: event.data }
		case 'error':
			return { ...state, error: event.data.message }
	}
}
