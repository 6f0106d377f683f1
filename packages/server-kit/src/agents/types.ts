import type { Schema, TaskEventData } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Memory } from '../memory/index.ts'
import type { Models, ProviderId } from '../models/index.ts'
import type { Processes } from '../process/index.ts'
import type { ShadowRuns } from '../shadow/index.ts'
import type { Budget } from '../tasks/budget.ts'
import type { Data } from '../tasks/index.ts'
import type { Ledger, Workspace } from '../workspace/index.ts'

/** What an agent may touch, and nothing else. */
export interface AgentKernel {
	workspace: Workspace
	ledger: Ledger
	processes: Processes
	shadow: ShadowRuns
	models: Models
	memory: Pick<Memory, 'forAgents'>
	clock: Clock
	log: Log
}

/** The input of an agent's task, as it lies in the log. */
export interface AgentInput {
	task: string
	cwd: string
	/** Whom the ledger and the approvals name. */
	agent: string
	provider: ProviderId
	model: string
	/** `manual` asks before every side effect; `auto` lets edits inside the project through; `shadow` too, and runs commands on a copy first. */
	mode: 'auto' | 'manual' | 'shadow'
	/** Nobody is there to ask when it turns in circles. */
	unattended?: boolean
	budget: Budget
	temperature?: number
	/** What the user wants remembered, as it was when the run began: the log shows what the agent was told. */
	memory?: string
	/** Earlier run of the same conversation. */
	continues?: string
}

export type ToolStatus = TaskEventData<'tool.finished'>['status']
export type TouchedFile = TaskEventData<'tool.finished'>['files'][number]

export interface ToolResult {
	output: string
	isError?: boolean
	files?: TouchedFile[]
	facts?: Data
}

/** `hash` binds an approval to exactly this action: when it changes, the approval is void. */
export interface ToolVerdict {
	decision: 'allow' | 'ask' | 'deny'
	reason: string
	hash?: string
	/** For the approval card. */
	message?: string
	metadata?: Data
}

export interface ToolContext {
	kernel: AgentKernel
	task: string
	call: string
	agent: string
	cwd: string
	mode: AgentInput['mode']
	/** Etags of the files as the agent last saw them, by path from the project. */
	seen: ReadonlyMap<string, string>
	signal: AbortSignal
	/** What the person who approved said; for a question, the answer. */
	answer?: string
	isApproved: boolean
	/** The hash of the action that was approved. */
	approvedHash?: unknown
	output(chunk: string): Promise<void>
	log(type: string, data: Data): Promise<void>
}

/** A tool as the loop sees it; input was checked against the schema. */
export interface AgentTool {
	name: string
	description: string
	input: Schema
	/** Changes nothing outside the log: may pass a waiting call and run again after a crash. */
	readOnly: boolean
	judge(input: unknown, context: ToolContext): Promise<ToolVerdict>
	run(input: unknown, context: ToolContext): Promise<ToolResult>
}
