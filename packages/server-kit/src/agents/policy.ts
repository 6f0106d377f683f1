import { createHash } from 'node:crypto'
import { protectionOf } from '../workspace/index.ts'
import type { AgentInput, AgentTool, ToolVerdict } from './types.ts'

/** What the third identical call in a row is: an agent that turns in circles. */
export const doomRepeats = 3

export const allowed: ToolVerdict = { decision: 'allow', reason: '' }

/** An approval holds for exactly this: the tool, its input, the folder, and the state of the files it was shown with. */
export function actionHash(...parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** May an agent write here? Inside the project yes, since it is recorded and can be taken back; not where a file acts by itself. */
export function judgeWrite(path: string): ToolVerdict {
	const protection = protectionOf(path)
	if (!protection) return allowed
	const { kind, sentence } = protection
	return { decision: kind === 'own' || kind === 'git' ? 'deny' : 'ask', reason: `${path} ${sentence}` }
}

/** Reading is free, except for what is likely to hold secrets: a model must not see those unasked. */
export function judgeRead(path: string): ToolVerdict {
	const protection = protectionOf(path)
	if (protection?.kind === 'own') return { decision: 'deny', reason: `${path} ${protection.sentence}` }
	return protection?.kind === 'secrets' ? { decision: 'ask', reason: `${path} ${protection.sentence}` } : allowed
}

/** The one verdict on a call: what the tool says, made stricter by the run's mode and by going in circles. */
export function finalVerdict(tool: AgentTool, own: ToolVerdict, { input, repeats }: { input: AgentInput; repeats: number }): ToolVerdict & { isStuck?: boolean } {
	if (own.decision === 'deny') return own
	if (repeats >= doomRepeats) {
		const reason = `${input.agent} has made the same ${tool.name} call ${repeats} times in a row`
		return input.unattended ? { ...own, decision: 'deny', reason, isStuck: true } : { ...own, decision: 'ask', reason, message: `${reason}. Let it go on?`, isStuck: true }
	}
	if (own.decision === 'allow' && input.mode === 'manual' && !tool.readOnly) return { ...own, decision: 'ask', reason: 'this run asks before every change' }
	return own
}

/** What the model is told: a whole sentence, or it tries again in other words. */
export function denialText(reason: string): string {
	const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`
	return `Not allowed: ${sentence} Do not retry it, and do not try to reach the same effect another way. Go on without it, or say what you need.`
}
