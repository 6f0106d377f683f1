import type { ReactNode } from 'react'
import './DiffView.css'

/** A hunk of a unified diff; lines start with a space, `+`, `-` or `\`. */
export interface DiffHunk {
	oldStart: number
	oldLines: number
	newStart: number
	newLines: number
	lines: readonly string[]
}

export interface DiffViewProps<H extends DiffHunk> {
	/** The file, for screen readers. */
	label: string
	hunks: readonly H[]
	/** What can be done with a hunk, such as accept and reject. */
	actions?(hunk: H, index: number): ReactNode
}

/** A unified diff without highlighting: small, fast, and readable without colour. */
export function DiffView<H extends DiffHunk>({ label, hunks, actions }: DiffViewProps<H>) {
	return (
		<div className="DiffView" role="group" aria-label={`Changes in ${label}`}>
			{hunks.map((hunk, index) => (
				<div key={`${hunk.oldStart}:${hunk.newStart}:${index}`} role="group" className="DiffHunk" aria-label={`Lines ${hunk.newStart} to ${hunk.newStart + Math.max(hunk.newLines - 1, 0)}`}>
					<header className="DiffHunk-header">
						<code>{`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`}</code>
						{actions && <span className="DiffHunk-actions">{actions(hunk, index)}</span>}
					</header>
					<div className="DiffHunk-lines" tabIndex={0} role="group" aria-label="Lines">
						{numbered(hunk).map((line, at) => (
							<div key={at} className={`DiffLine DiffLine--${line.kind}`}>
								<span className="DiffLine-number">{line.old}</span>
								<span className="DiffLine-number">{line.new}</span>
								<span className="DiffLine-sign">{line.sign}</span>
								<code className="DiffLine-text">{line.text || ' '}</code>
							</div>
						))}
					</div>
				</div>
			))}
		</div>
	)
}

const kinds: Record<string, 'added' | 'removed' | 'same' | 'note'> = { '+': 'added', '-': 'removed', '\\': 'note' }

function numbered({ oldStart, newStart, lines }: DiffHunk) {
	let before = oldStart
	let after = newStart
	return lines.map((line) => {
		const sign = line[0] ?? ' '
		const kind = kinds[sign] ?? 'same'
		const isOld = kind === 'same' || kind === 'removed'
		const isNew = kind === 'same' || kind === 'added'
		return { kind, sign, text: line.slice(1), old: isOld ? before++ : '', new: isNew ? after++ : '' }
	})
}
