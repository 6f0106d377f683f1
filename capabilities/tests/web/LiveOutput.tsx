import { FollowScroll } from '@drydock/ui'
import { findFileLinks, runCommand } from '@drydock/web-kit'
import type { ReactNode } from 'react'
import type { RunView } from './output-lines.ts'

/** Lines that are drawn, and laid out, together. */
const blockLines = 100

/** Live Output: stays at its end while it grows; places in files open the editor. */
export function LiveOutput({ view: { lines, dropped, exit, error }, cwd, failure }: { view: RunView; cwd: string; failure: string | undefined }) {
	// By their number since the beginning, so that a block stays the same when lines before it are let go.
	const blocks = Map.groupBy(lines.map((line, index) => ({ line, number: dropped + index })), ({ number }) => Math.floor(number / blockLines))
	return (
		<FollowScroll label="Live Output" className="LiveOutput">
			{dropped > 0 && <p className="LiveOutput-note">{dropped.toLocaleString('en')} earlier lines are no longer shown</p>}
			{[...blocks].map(([block, held]) => (
				<Block key={block} text={held.map(({ line }) => line).join('\n')} cwd={cwd} />
			))}
			{exit && (
				<p className="LiveOutput-note">
					{exit.timed_out ? '[stopped after an hour] ' : exit.stopped ? '[stopped] ' : ''}exit code {exit.code}
				</p>
			)}
			{(failure ?? error) !== undefined && (
				<p role="alert" className="LiveOutput-error">
					{failure ?? `[error] ${error}`}
				</p>
			)}
		</FollowScroll>
	)
}

function Block({ text, cwd }: { text: string; cwd: string }) {
	return (
		<pre className="LiveOutput-block">
			<Linked text={text} cwd={cwd} />
		</pre>
	)
}

/** Looking for places in longer lines (minified code, data) would be felt. */
const longestLinked = 1000

/** Text whose places in files can be pressed. */
export function Linked({ text, cwd }: { text: string; cwd: string }) {
	const parts: ReactNode[] = []
	let start = 0
	let shown = 0
	for (const line of text.split('\n')) {
		const links = line.length > longestLinked ? [] : findFileLinks(line)
		for (const { path, line: number, column, from, to } of links) {
			parts.push(
				text.slice(shown, start + from),
				<button key={start + from} type="button" className="LiveOutput-link" title={`Open ${path} at line ${number}`} onClick={() => void runCommand('editor.open', { cwd, path, line: number, column, focus: true })}>
					{text.slice(start + from, start + to)}
				</button>,
			)
			shown = start + to
		}
		start += line.length + 1
	}
	return (
		<>
			{parts}
			{text.slice(shown)}
		</>
	)
}
