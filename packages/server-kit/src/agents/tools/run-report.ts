import type { RunResult } from '../../process/index.ts'
import { boundText } from '../bounds.ts'
import type { ToolContext, ToolResult } from '../types.ts'

/** Kept of each of stdout and stderr; what the model sees is bounded again. */
export const keptBytes = 512 * 1024
/** Live output that goes into the log; the whole is in the result. */
const loggedBytes = 64 * 1024

/** Live output for people, up to a limit. */
export function logged(context: ToolContext) {
	let left = loggedBytes
	return async ({ text }: { text: string }) => {
		if (left <= 0) return
		await context.output(text.slice(0, left))
		left -= text.length
	}
}

/** What the model is told of a command. */
export function report(ran: RunResult, timeout: number, changed: string[], note: string | undefined): ToolResult {
	const { code, stdout, stderr, timedOut, truncated, durationMs } = ran
	const head = timedOut ? `Stopped after ${timeout} seconds.` : `Exit code ${code}.`
	const parts = [head, stdout.trimEnd(), stderr.trim() === '' ? '' : `[stderr]\n${stderr.trimEnd()}`]
	const { text, isCut } = boundText(parts.filter(Boolean).join('\n'))
	return {
		output: text,
		isError: timedOut || code !== 0,
		// Without etags: what a command changed has to be read again.
		files: changed.map((path) => ({ path, change: 'changed' as const })),
		facts: { code, duration_ms: durationMs, truncated: truncated || isCut, ...(note !== undefined && { note }) },
	}
}
