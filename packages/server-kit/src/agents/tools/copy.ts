import type { ApprovalCard, Ran, Verdict } from '../../process/index.ts'
import type { Effect, EffectFile } from '../../workspace/index.ts'
import { actionHash } from '../policy.ts'
import type { ToolContext, ToolResult, ToolVerdict } from '../types.ts'
import { failure } from './define.ts'
import { keptBytes, report } from './run-report.ts'

/** A card that is still read. */
const longestPreview = 60_000
const mostFiles = 100

interface Copied {
	command: string
	timeout: number
	allowed: Verdict['command']
	card: ApprovalCard
	reason: string
}

/** Runs the command on a copy, once for each call, and asks about what it would change: a copy without network can do no harm. */
export async function judgeCopy({ command, timeout, allowed, card, reason }: Copied, context: ToolContext): Promise<ToolVerdict> {
	const { kernel, cwd, agent, task, call, signal } = context
	const id = idOf(context)
	const known = await kernel.shadow.find(id)
	const run = () =>
		kernel.shadow.run({
			...(allowed ? { command: allowed } : { line: command }),
			cwd,
			id,
			title: command,
			author: { kind: 'command', label: agent, task, call },
			timeoutMs: timeout * 1000,
			maxOutputBytes: keptBytes,
			signal,
			report: (ran: Ran) => report(ran, timeout, [], undefined).output,
		})
	const effect = known ?? (await run()).effect
	if (allowed && effect.changes.length === 0) return { decision: 'allow', reason: '' }
	const changes = `${effect.changes.length} ${effect.changes.length === 1 ? 'file' : 'files'}`
	const metadata = { command: card.text, cwd: card.cwd, length: command.length, risk: `It ran on a copy and would change ${changes}. It asks because ${allowed ? 'of that' : reason}`, effect: id, preview: preview(effect, effect.changes.length > 0 ? await kernel.shadow.files(id) : []) }
	return { decision: 'ask', reason: 'what it would change is yours to decide', hash: actionHash(card.hash, effect.hash), message: `${agent} ran a command on a copy: keep what it changed?`, metadata }
}

/** Does what was approved, and tells the agent what the command said. */
export async function mergeCopy(context: ToolContext): Promise<ToolResult> {
	const { kernel, agent, task, call, signal } = context
	const id = idOf(context)
	const effect = await kernel.shadow.find(id)
	if (!effect) return { output: 'What the command would change is no longer there. Run it again.', isError: true }
	try {
		const said = effect.report ?? ''
		if (effect.changes.length === 0) return { output: `${said}\nIt changed nothing.` }
		const { restored, conflicts } = await kernel.shadow.merge(id, {}, { kind: 'command', label: agent, task, call })
		const kept = `The user kept what it changed: ${restored.length} ${restored.length === 1 ? 'file' : 'files'}.`
		const lost = conflicts.length > 0 ? ` Not kept, since the user changed them meanwhile: ${conflicts.map(({ path }) => path).join(', ')}.` : ''
		return { output: `${said}\n${kept}${lost}`, files: restored.map((path) => ({ path, change: 'changed' as const })) }
	} catch (error) {
		signal.throwIfAborted()
		return failure(error)
	} finally {
		await kernel.shadow.discard(id)
	}
}

function idOf({ task, call }: ToolContext): string {
	return `${task}-${call}`.replaceAll(/[^\w-]/g, '-').slice(0, 100)
}

/** What the command said and each file's diff, as the card shows it. */
function preview({ report: said = '' }: Effect, files: readonly EffectFile[]): string {
	const parts = files.slice(0, mostFiles).map((file) => {
		const notes = [file.kind, file.modes && `mode ${file.modes.before.toString(8)} to ${file.modes.after.toString(8)}`, file.warning, file.problem && `not kept: ${file.problem}`].filter((note) => note !== undefined)
		const hunks = file.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.map((line) => line.replace(/\r?\n$/, '')).join('\n')}`)
		return [`diff ${JSON.stringify(file.path)} (${notes.join('; ')})`, ...hunks].join('\n')
	})
	if (files.length > mostFiles) parts.push(`and ${files.length - mostFiles} more files`)
	return [said, ...parts].join('\n').slice(0, longestPreview)
}
