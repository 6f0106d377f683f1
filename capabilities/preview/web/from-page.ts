import { consoleLevels, type ConsoleLevel, type FromPage } from '../contract.ts'

export interface Line {
	id: number
	level: ConsoleLevel
	text: string
}

/** So many lines are kept. */
export const mostLines = 300
/** A page may write straight to us, past its own counting. */
const mostEntries = 60
const longestText = 2000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textIn = (value: unknown) => (typeof value === 'string' ? value.slice(0, longestText) : '')

/** A stranger's message as one of ours, or nothing. */
export function fromPage(data: unknown): FromPage | undefined {
	if (!isRecord(data)) return undefined
	if (data['drydock'] === 'page') return { drydock: 'page', url: textIn(data['url']), title: textIn(data['title']), mark: textIn(data['mark']) }
	if (data['drydock'] !== 'console' || !Array.isArray(data['entries'])) return undefined
	const entries = data['entries'].slice(0, mostEntries).flatMap((entry: unknown) => {
		const level = isRecord(entry) ? consoleLevels.find((each) => each === entry['level']) : undefined
		return isRecord(entry) && level && typeof entry['text'] === 'string' ? [{ level, text: entry['text'].slice(0, longestText) }] : []
	})
	const dropped = typeof data['dropped'] === 'number' && data['dropped'] > 0 ? Math.min(Math.trunc(data['dropped']), 1_000_000) : 0
	return { drydock: 'console', entries, dropped }
}

/** The lines with what a page said now, the oldest given up. The page's own name is left out: people know their files by path. */
export function withEntries(lines: readonly Line[], { entries, dropped }: Extract<FromPage, { drydock: 'console' }>, origin = ''): readonly Line[] {
	const plain = (text: string) => (origin === '' ? text : text.replaceAll(`${origin}/fs/preview/`, '').replaceAll(origin, ''))
	let id = lines.at(-1)?.id ?? 0
	const added: Line[] = entries.map(({ level, text }) => ({ id: ++id, level, text: plain(text) }))
	if (dropped > 0) added.push({ id: ++id, level: 'warn', text: `${dropped.toLocaleString('en')} more messages are not shown` })
	return [...lines, ...added].slice(-mostLines)
}
