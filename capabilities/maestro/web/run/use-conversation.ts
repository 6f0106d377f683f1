import { useCall, usePaneTab, useProject, useRefresh, useSend, usePreference } from '@drydock/web-kit'
import { useRef } from 'react'
import { cancelMaestro, delegateMaestro, listRuns, maestroHealth, messageMaestro } from '../../contract.ts'
import { copiesPreference, validatorsPreference } from '../preferences.ts'
import { useRunView } from './use-run.ts'
import { emptyRun, type RunView } from './view.ts'

const live = new Set(['queued', 'running', 'awaiting_approval'])

/** Which run the pane shows and what can be done with it. The tab remembers the run; its log remembers the rest. */
export function useConversation() {
	const tab = usePaneTab()
	const { cwd } = useProject()
	const saved = tab.config['task']
	const chosen = typeof saved === 'string' ? saved : undefined
	const runs = useCall(listRuns, { limit: 20 }, { enabled: chosen === undefined })
	const running = runs.data?.items.find((item) => item.cwd === cwd && live.has(item.status))
	const id = chosen === '' ? undefined : (chosen ?? running?.task_id)
	const feed = useRunView(id)
	const run = id === undefined ? blank : feed.state
	const [withValidators] = usePreference(validatorsPreference)
	const [onCopies] = usePreference(copiesPreference)

	const refresh = useRefresh()
	const delegate = useSend(delegateMaestro, { refresh: [listRuns] })
	const message = useSend(messageMaestro)
	const cancel = useSend(cancelMaestro)
	// The same words sent again after a lost answer must not start a second run.
	const sent = useRef({ text: '', clientId: '' })

	function select(next: string) {
		tab.setConfig({ task: next })
		for (const each of [delegate, message, cancel]) each.reset()
	}

	async function start(task: string, continues: string | undefined): Promise<boolean> {
		try {
			const { task_id } = await delegate.mutateAsync({ task, cwd, continues, run_validators: withValidators, mode: onCopies ? 'shadow' : undefined, client_id: clientIdFor(task) })
			sent.current = { text: '', clientId: '' }
			select(task_id)
			return true
		} catch {
			// The composer shows delegate.error.
			void refresh(maestroHealth)
			return false
		}
	}

	async function tell(task_id: string, text: string): Promise<boolean> {
		try {
			await message.mutateAsync({ task_id, text, client_id: clientIdFor(text) })
			sent.current = { text: '', clientId: '' }
			return true
		} catch (error) {
			// It ended in the same moment: the words begin the next run of the conversation.
			if (error instanceof Error && 'code' in error && error.code === 'tasks.ended') return start(text, task_id)
			return false
		}
	}

	function clientIdFor(text: string): string {
		if (sent.current.text !== text) sent.current = { text, clientId: crypto.randomUUID() }
		return sent.current.clientId
	}

	// A run of another data folder, or one that was forgotten.
	const isGone = feed.status === 'failed'
	const isLive = id !== undefined && run.outcome === undefined && !isGone
	return {
		id,
		run,
		feed,
		isLive,
		isSending: delegate.isPending || message.isPending,
		isStopping: cancel.isPending || run.isStopping,
		startingTask: delegate.isPending ? delegate.variables.task : undefined,
		problem: delegate.error ?? message.error ?? cancel.error ?? undefined,
		/** What stands where the server gave no reason (spec/1 §8, spec/2 §8). */
		problemWords: delegate.error ? `error: delegation failed (delegate http ${delegate.error.status})` : cancel.error ? 'cancel error' : 'Request failed',
		select,
		submit: (text: string) => (isLive && id !== undefined ? tell(id, text) : start(text, isGone ? undefined : id)),
		stop: () => id !== undefined && cancel.mutate({ task_id: id }),
		/** The same again when nothing came of it, else on from where it stopped. */
		retry: () => {
			const hasWork = run.usage.input + run.usage.output > 0
			const first = run.blocks.find((block) => block.kind === 'message')
			void (hasWork || first?.kind !== 'message' ? start('Go on where you stopped.', id) : start(first.text, run.continues))
		},
	}
}

const blank: RunView = emptyRun()
