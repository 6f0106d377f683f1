import { createHash } from 'node:crypto'
import { diffArrays } from 'diff'

// Comparing two wholly different texts is quadratic: past this the differing middle counts as one change.
const diffTimeoutMs = 500
const contextLines = 3

/** One changed place: `old` lines at `oldStart` became `now` lines at `newStart` (both from 0). */
interface Step {
	oldStart: number
	newStart: number
	old: readonly string[]
	now: readonly string[]
}

/** A changed place as people see it; lines start with " ", "-" or "+" and keep their line end. */
export interface Hunk {
	id: string
	/** From 1, as in every diff. */
	oldStart: number
	oldLines: number
	newStart: number
	newLines: number
	lines: string[]
}

export interface Merged {
	text: string
	/** Places that both sides changed, where `text` keeps ours. */
	conflicts: number
}

/** Lines with their ends, so that CRLF and a missing last line end are content like everything else. */
export function linesOf(text: string): string[] {
	return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function stepsBetween(before: readonly string[], after: readonly string[]): Step[] {
	let head = 0
	while (head < before.length && head < after.length && before[head] === after[head]) head++
	let tail = 0
	while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
	const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
	if (old.length === 0 && now.length === 0) return []
	const parts = old.length && now.length ? diffArrays(old, now, { timeout: diffTimeoutMs }) : undefined
	if (!parts) return [{ oldStart: head, newStart: head, old, now }]
	const steps: Step[] = []
	let [oldAt, newAt] = [head, head]
	let open: { oldStart: number; newStart: number; old: string[]; now: string[] } | undefined
	for (const part of parts) {
		if (!part.added && !part.removed) {
			open = undefined
			oldAt += part.value.length
			newAt += part.value.length
			continue
		}
		if (!open) steps.push((open = { oldStart: oldAt, newStart: newAt, old: [], now: [] }))
		if (part.removed) {
			open.old.push(...part.value)
			oldAt += part.value.length
		} else {
			open.now.push(...part.value)
			newAt += part.value.length
		}
	}
	return steps
}

/** Three-way merge by lines: what `theirs` did to `base`, done to `ours`. Where both changed the same or touching lines differently, ours stays. */
export function merge(base: string, ours: string, theirs: string): Merged {
	if (ours === base || ours === theirs) return { text: theirs, conflicts: 0 }
	if (theirs === base) return { text: ours, conflicts: 0 }
	const [baseLines, ourLines, theirLines] = [linesOf(base), linesOf(ours), linesOf(theirs)]
	const mine = stepsBetween(baseLines, ourLines)
	const yours = stepsBetween(baseLines, theirLines)
	const out: string[] = []
	let [at, i, j, conflicts] = [0, 0, 0, 0]
	while (i < mine.length || j < yours.length) {
		const start = Math.min(mine[i]?.oldStart ?? Infinity, yours[j]?.oldStart ?? Infinity)
		out.push(...baseLines.slice(at, start))
		// Everything that overlaps or touches from here on is one place.
		let end = start
		const [firstMine, firstYours] = [i, j]
		for (let grown = true; grown; ) {
			grown = false
			for (let step = mine[i]; step && step.oldStart <= end; step = mine[++i]) [end, grown] = [Math.max(end, step.oldStart + step.old.length), true]
			for (let step = yours[j]; step && step.oldStart <= end; step = yours[++j]) [end, grown] = [Math.max(end, step.oldStart + step.old.length), true]
		}
		const [ourPart, theirPart] = [applied(baseLines, start, end, mine.slice(firstMine, i)), applied(baseLines, start, end, yours.slice(firstYours, j))]
		const same = ourPart.join('') === theirPart.join('')
		if (firstYours === j || same) out.push(...ourPart)
		else if (firstMine === i) out.push(...theirPart)
		else {
			out.push(...ourPart)
			conflicts++
		}
		at = end
	}
	out.push(...baseLines.slice(at))
	return { text: out.join(''), conflicts }
}

function applied(base: readonly string[], start: number, end: number, steps: readonly Step[]): string[] {
	const out: string[] = []
	let at = start
	for (const step of steps) {
		out.push(...base.slice(at, step.oldStart), ...step.now)
		at = step.oldStart + step.old.length
	}
	return [...out, ...base.slice(at, end)]
}

/** The changed places from `before` to `after`; those closer than their context share one. */
export function hunksBetween(before: string, after: string): Hunk[] {
	const [old, now] = [linesOf(before), linesOf(after)]
	const groups: Step[][] = []
	for (const step of stepsBetween(old, now)) {
		const last = groups.at(-1)?.at(-1)
		if (last && step.oldStart - (last.oldStart + last.old.length) <= contextLines) groups.at(-1)?.push(step)
		else groups.push([step])
	}
	const seen = new Map<string, number>()
	return groups.map((steps) => hunkOf(old, steps, seen))
}

function hunkOf(old: readonly string[], steps: readonly Step[], seen: Map<string, number>): Hunk {
	const [first, last] = [steps[0], steps.at(-1)]
	if (!first || !last) throw new Error('A hunk has at least one step')
	const above = Math.min(contextLines, first.oldStart)
	const start = first.oldStart - above
	const end = Math.min(old.length, last.oldStart + last.old.length + contextLines)
	const lines: string[] = []
	let at = start
	for (const step of steps) {
		lines.push(...old.slice(at, step.oldStart).map((line) => ` ${line}`), ...step.old.map((line) => `-${line}`), ...step.now.map((line) => `+${line}`))
		at = step.oldStart + step.old.length
	}
	lines.push(...old.slice(at, end).map((line) => ` ${line}`))
	const newLines = lines.filter((line) => !line.startsWith('-')).length
	return { id: idOf(lines, seen), oldStart: start + 1, oldLines: end - start, newStart: first.newStart - above + 1, newLines, lines }
}

/** The same change keeps its id while other places of the file change. */
function idOf(lines: readonly string[], seen: Map<string, number>): string {
	const content = lines.filter((line) => !line.startsWith(' ')).join('')
	const times = (seen.get(content) ?? 0) + 1
	seen.set(content, times)
	return createHash('sha256').update(`${times}\n${content}`).digest('hex').slice(0, 12)
}

/** `after` with some of its hunks taken back. */
export function without(after: string, hunks: readonly Hunk[]): string {
	const lines = linesOf(after)
	for (const hunk of [...hunks].sort((a, b) => b.newStart - a.newStart)) {
		const old = hunk.lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))
		lines.splice(hunk.newStart - 1, hunk.newLines, ...old)
	}
	return lines.join('')
}
