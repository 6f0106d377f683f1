import { CopyButton, DiffView, ExactText, parsePatch } from '@drydock/ui'
import type { CallPart } from '../run/view.ts'
import './CallDetails.css'

/** Drawing more than this of an output helps nobody; Copy takes the whole. */
const mostShown = 20_000

/** Whether there is anything to unfold. */
export function hasDetails({ name, live, output, state, input }: CallPart): boolean {
	if (name === 'plan' || name === 'ask') return state === 'error' || state === 'invalid'
	return live !== '' || output !== '' || (name === 'write' && typeof input === 'object')
}

/** A call's input where the row does not say it all, and what came of it. */
export function CallDetails({ call }: { call: CallPart }) {
	const { name, input, output, live, facts, state } = call
	const patch = typeof facts['patch'] === 'string' ? parsePatch(facts['patch']) : []
	const command = name === 'run' ? textOf(input, 'command') : ''
	if (patch.length > 0)
		return (
			<div className="CallDetails">
				<DiffView label={textOf(input, 'path')} hunks={patch} />
			</div>
		)
	const text = output || live
	return (
		<div className="CallDetails">
			{isUnusual(name) && <Output label="Input" text={JSON.stringify(input, undefined, 2) ?? ''} />}
			{text !== '' && <Output label={state === 'running' ? 'Live output' : 'Output'} text={text} head={command} isTail={state === 'running'} />}
			{typeof facts['note'] === 'string' && <p className="CallDetails-note">{facts['note']}</p>}
		</div>
	)
}

const usual = new Set(['read', 'list', 'search', 'edit', 'write', 'run', 'plan', 'ask'])

function isUnusual(name: string): boolean {
	return !usual.has(name)
}

function Output({ label, text, head = '', isTail = false }: { label: string; text: string; head?: string; isTail?: boolean }) {
	const shown = isTail ? text.slice(-mostShown) : text.slice(0, mostShown)
	return (
		<div className="CallDetails-output">
			<pre tabIndex={0} aria-label={label} className={isTail ? 'CallDetails-live' : undefined}>
				<code>
					{head !== '' && (
						<span className="CallDetails-command">
							$ <ExactText text={head} keepLines />
							{'\n'}
						</span>
					)}
					<ExactText text={plainLines(shown)} keepLines />
					{!isTail && text.length > mostShown && `\n[${text.length - mostShown} more characters: copy to see all]`}
				</code>
			</pre>
			<CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
		</div>
	)
}

// oxlint-disable-next-line no-control-regex -- colour codes are control characters
const colours = /\u001b\[[\d;]*m/g

/** Colour codes and carriage returns are no content here. */
function plainLines(text: string): string {
	return text.replace(colours, '').replaceAll('\r\n', '\n')
}

function textOf(input: unknown, name: string): string {
	const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
	return typeof value === 'string' ? value : ''
}
