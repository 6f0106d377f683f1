import type { DiffHunk } from './DiffView.tsx'

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** The hunks of a unified diff; anything before the first one is left out. */
export function parsePatch(patch: string): DiffHunk[] {
	const hunks: (DiffHunk & { lines: string[] })[] = []
	for (const line of patch.split('\n')) {
		const match = header.exec(line)
		if (match) hunks.push({ oldStart: Number(match[1]), oldLines: Number(match[2] ?? 1), newStart: Number(match[3]), newLines: Number(match[4] ?? 1), lines: [] })
		else if (/^[-+ \\]/.test(line)) hunks.at(-1)?.lines.push(line)
	}
	return hunks
}

/** How many lines hunks add and remove. */
export function countLines(hunks: readonly DiffHunk[]): { added: number; removed: number } {
	const count = (sign: string) => hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0)
	return { added: count('+'), removed: count('-') }
}
