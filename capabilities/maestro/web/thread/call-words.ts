import type { CallPart, CallState } from '../run/view.ts'

export type CallIcon = 'read' | 'list' | 'search' | 'edit' | 'run' | 'plan' | 'ask' | 'other'

/** What a call does in a word, and to what. */
export interface CallWords {
	icon: CallIcon
	verb: string
	target: string
}

function field(input: unknown, name: string): unknown {
	return typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
}

function textField(input: unknown, name: string): string {
	const value = field(input, name)
	return typeof value === 'string' ? value : ''
}

/** A call in words for people; the model's input may be anything. */
export function wordsOf({ name, input, files }: Pick<CallPart, 'name' | 'input' | 'files'>): CallWords {
	const path = textField(input, 'path')
	switch (name) {
		case 'read':
			return { icon: 'read', verb: 'Read', target: path + linesOf(input) }
		case 'list':
			return { icon: 'list', verb: 'List', target: path || 'the project folder' }
		case 'search':
			return { icon: 'search', verb: 'Search', target: `${textField(input, 'pattern')}${inWhere(input)}` }
		case 'edit':
			return { icon: 'edit', verb: 'Edit', target: path }
		case 'write':
			return { icon: 'edit', verb: files.some(({ change }) => change === 'created') ? 'Create' : 'Write', target: path }
		case 'run':
			return { icon: 'run', verb: 'Run', target: textField(input, 'command') }
		case 'plan':
			return { icon: 'plan', verb: 'Plan', target: planTarget(field(input, 'items')) }
		case 'ask':
			return { icon: 'ask', verb: 'Ask', target: textField(input, 'question') }
		default:
			return { icon: 'other', verb: name, target: path || short(JSON.stringify(input) ?? '') }
	}
}

function linesOf(input: unknown): string {
	const offset = field(input, 'offset')
	return typeof offset === 'number' && offset > 1 ? ` from line ${offset}` : ''
}

function inWhere(input: unknown): string {
	const where = textField(input, 'glob') || textField(input, 'path')
	return where === '' ? '' : ` in ${where}`
}

function planTarget(items: unknown): string {
	if (!Array.isArray(items)) return ''
	const done = items.filter((item) => field(item, 'status') === 'done').length
	return `${done} of ${items.length} done`
}

function short(text: string): string {
	return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

/** A state in words; nothing is said by colour alone. */
export const stateWords: Record<CallState, string> = {
	waiting: 'waiting',
	asking: 'needs you',
	running: 'running',
	ok: 'done',
	error: 'failed',
	denied: 'denied',
	invalid: 'not understood',
	cancelled: 'stopped',
	lost: 'outcome unknown',
}

/** The short fact at the end of a row: exit code, lines, hits. */
export function factOf({ name, facts, state }: Pick<CallPart, 'name' | 'facts' | 'state'>): string {
	const number = (key: string) => (typeof facts[key] === 'number' ? facts[key] : undefined)
	const code = number('code')
	if (name === 'run' && code !== undefined) return code === 0 ? 'exit 0' : `exit ${code}`
	if (state !== 'ok') return ''
	const counted = [
		{ count: number('lines'), word: 'line' },
		{ count: number('entries'), word: 'entry' },
		{ count: number('hits'), word: 'hit' },
	].find(({ count }) => count !== undefined)
	return counted?.count === undefined ? '' : plural(counted.count, counted.word)
}

export function plural(count: number, word: string): string {
	const many = word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
	return `${count.toLocaleString()} ${count === 1 ? word : many}`
}
