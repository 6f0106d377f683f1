import type { FinalStatus, TaskEventData } from '@drydock/contract'

export type PlanStep = TaskEventData<'plan.updated'>['items'][number]
export type ToolStatus = TaskEventData<'tool.finished'>['status']
export type TouchedFile = TaskEventData<'tool.finished'>['files'][number]

/** Something a person is asked: to allow an action, or to answer. */
export interface Ask {
	id: string
	action: string
	message: string
	metadata: Readonly<Record<string, unknown>>
	/** Epoch milliseconds. */
	at: number
	expiresAt: number
	decision?: { status: 'approved' | 'rejected' | 'expired'; by: string; reason?: string }
}

export type CallState = 'waiting' | 'asking' | 'running' | ToolStatus

export interface CallPart {
	kind: 'call'
	id: string
	name: string
	input: unknown
	state: CallState
	/** What it says while it runs: the end of it, when it is long. */
	live: string
	/** What the model was told. */
	output: string
	files: readonly TouchedFile[]
	facts: Readonly<Record<string, unknown>>
	startedAt?: number
	finishedAt?: number
	ask?: Ask
}

/** `at` is the time of its first piece, epoch milliseconds. */
export type TextPart = { kind: 'text'; text: string; at: number } | { kind: 'reasoning'; text: string; at: number }

/** A question that belongs to no call. */
export interface AskPart {
	kind: 'ask'
	ask: Ask
}

export type Part = TextPart | CallPart | AskPart

export interface MessageBlock {
	kind: 'message'
	key: string
	text: string
	by: 'user' | 'review' | 'system'
	at: number
	clientId?: string
	/** Said while the agent was busy: it is read before the next step. */
	isQueued: boolean
}

/** One answer of the model and what came of it. */
export interface StepBlock {
	kind: 'step'
	key: string
	n: number
	model: string
	isOpen: boolean
	parts: readonly Part[]
	sources: readonly { url: string; title?: string }[]
	/** Why it came to nothing. */
	aborted?: string
	/** The model failed and is asked again. */
	retry?: { attempt: number; error: string; at: number; waitMs: number }
}

export interface NoticeBlock {
	kind: 'notice'
	key: string
	tone: 'neutral' | 'attention'
	text: string
}

export type Block = MessageBlock | StepBlock | NoticeBlock

export interface RunView {
	/** The last event folded in. */
	seq: number
	title: string
	cwd: string
	/** The run whose conversation this one goes on with. */
	continues?: string
	startedAt: number
	endedAt?: number
	blocks: readonly Block[]
	plan: readonly PlanStep[]
	/** Steps begun. */
	steps: number
	model: string
	usage: { input: number; output: number }
	/** What waits for a person, oldest first. */
	pending: readonly string[]
	isStopping: boolean
	/** Changes whenever the agent may have changed files. */
	filesMark: number
	outcome?: { status: FinalStatus; summary: string; code?: string }
}

export function emptyRun(): RunView {
	return { seq: 0, title: '', cwd: '', startedAt: 0, blocks: [], plan: [], steps: 0, model: '', usage: { input: 0, output: 0 }, pending: [], isStopping: false, filesMark: 0 }
}

export type RunState = 'starting' | 'running' | 'asking' | 'stopping' | FinalStatus

export function stateOf(run: RunView): RunState {
	if (run.outcome) return run.outcome.status
	if (run.isStopping) return 'stopping'
	if (run.pending.length > 0) return 'asking'
	return run.steps === 0 ? 'starting' : 'running'
}
