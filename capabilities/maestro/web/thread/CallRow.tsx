import { classNames, durationText, Elapsed, ExactText } from '@drydock/ui'
import { Ban, Check, ChevronRight, CircleHelp, CircleX, Clock, FileText, List, ListChecks, MessageSquare, Pencil, Search, SquareTerminal, TriangleAlert, Wrench } from '@drydock/ui/icons'
import { useState, type ComponentType, type ReactNode } from 'react'
import type { CallPart, CallState } from '../run/view.ts'
import { AskCard } from './AskCard.tsx'
import { CallDetails, hasDetails } from './CallDetails.tsx'
import { factOf, stateWords, wordsOf, type CallIcon } from './call-words.ts'
import './CallRow.css'

const icons: Record<CallIcon, ComponentType> = { read: FileText, list: List, search: Search, edit: Pencil, run: SquareTerminal, plan: ListChecks, ask: MessageSquare, other: Wrench }

const stateIcons: Record<CallState, ReactNode> = {
	waiting: <Clock />,
	asking: <CircleHelp />,
	running: <span className="Spinner" aria-hidden />,
	ok: <Check />,
	error: <CircleX />,
	denied: <Ban />,
	invalid: <TriangleAlert />,
	cancelled: <Ban />,
	lost: <TriangleAlert />,
}

/** A longer diff is better read in the review. */
const longestOpenPatch = 1500

/** What opens by itself: live output, small edits, and what went wrong. */
function opensItself({ name, state, live, facts }: CallPart): boolean {
	if (state === 'running') return live !== ''
	if (name === 'edit' && state === 'ok') return typeof facts['patch'] === 'string' && facts['patch'].length < longestOpenPatch
	return state === 'lost' || (name === 'run' && state === 'error')
}

/** A tool call as a row: what it does, to what, how it went. It unfolds to input and output. */
export function CallRow({ call, task }: { call: CallPart; task: string }) {
	const [choice, setChoice] = useState<boolean>()
	const canOpen = hasDetails(call)
	const isOpen = canOpen && (choice ?? opensItself(call))
	const { icon, verb, target } = wordsOf(call)
	const Icon = icons[icon]
	return (
		<div className={classNames('CallRow', `CallRow--${call.state}`)}>
			<button type="button" className="CallRow-head" aria-expanded={canOpen ? isOpen : undefined} disabled={!canOpen} onClick={() => setChoice(!isOpen)}>
				<ChevronRight className="CallRow-chevron" aria-hidden />
				<Icon />
				<span className="CallRow-verb">{verb}</span>
				<code className="CallRow-target" title={target}>
					<ExactText text={target} />
				</code>
				<CallEnd call={call} />
			</button>
			{call.ask && !call.ask.decision && <AskCard ask={call.ask} task={task} />}
			{call.ask?.decision?.reason && <p className="CallRow-reason">{call.ask.decision.by === 'user' ? `You: ${call.ask.decision.reason}` : call.ask.decision.reason}</p>}
			{isOpen && <CallDetails call={call} />}
		</div>
	)
}

function CallEnd({ call }: { call: CallPart }) {
	const { state, startedAt, finishedAt } = call
	const fact = factOf(call)
	const isPlain = state === 'ok'
	return (
		<span className="CallRow-end">
			{fact && <span>{fact}</span>}
			{state === 'running' && startedAt !== undefined && <Elapsed since={startedAt} />}
			{startedAt !== undefined && finishedAt !== undefined && finishedAt - startedAt >= 100 && <span>{durationText(finishedAt - startedAt)}</span>}
			<span className={isPlain ? 'visually-hidden' : 'CallRow-state'}>{stateWords[state]}</span>
			<span className="CallRow-icon">{stateIcons[state]}</span>
		</span>
	)
}
