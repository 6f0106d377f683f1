import { allCommands, categories, pinnedPanes, readPreference, runCommand, shortcutOf, whyNot, type CommandEntry, type Found } from '@drydock/web-kit'
import { rememberCommand } from '../palette-state.ts'
import { fuzzyMatch } from './fuzzy.ts'

/** One line of the palette. */
export interface Row {
	id: string
	title: string
	/** Letters of the title that answer the query. */
	letters: readonly number[]
	note: string | undefined
	shortcut?: string
	/** Why it cannot run now. */
	reason?: string
	run(): void
}

export interface RowGroup {
	heading: string
	rows: readonly Row[]
}

/** Typed first, it leaves only commands. */
export const commandPrefix = '>'
/** More are not read; typing on finds the rest. */
const mostMatches = 40
/** Below this the letters are only scattered over the title. */
const leastScorePerLetter = 1.2
/** What was run lately wins among equals. */
const recentBonus = 4
/** A word of the description counts, but after every title. */
const wordScore = -100

const isPaneOpener = ({ id }: CommandEntry) => id.startsWith('pane.open.')

function offered(isCommandsOnly: boolean): CommandEntry[] {
	return allCommands().filter((command) => !command.hidden && !(isCommandsOnly && isPaneOpener(command)))
}

/** What is shown before anything is typed: recent ones, then everything in its groups. */
export function startGroups(recent: readonly string[], { isCommandsOnly }: { isCommandsOnly: boolean }): RowGroup[] {
	const commands = offered(isCommandsOnly)
	const lately = recent.flatMap((id) => commands.find((command) => command.id === id) ?? [])
	const groups = [...Map.groupBy(commands, (command) => command.category ?? 'Other')].toSorted(([a], [b]) => rank(a) - rank(b))
	const pinned = readPreference(pinnedPanes).flatMap((pane) => commands.find((command) => command.id === `pane.open.${pane}`) ?? [])
	return [{ heading: 'Pinned', rows: pinned.map((command) => ({ ...rowOf(command), id: `pinned:${command.id}` })) }, { heading: 'Recent', rows: lately.map((command) => ({ ...rowOf(command), id: `recent:${command.id}` })) }, ...groups.map(([heading, entries]) => ({ heading, rows: entries.map((entry) => rowOf(entry)) }))]
}

/** The registry's own order; what is not in it stands last but for the fun. */
function rank(category: string): number {
	const place = categories.findIndex((each) => each === category)
	return place < 0 ? categories.length - 1.5 : place
}

/** Commands and panes that answer a query, best first. */
export function matchingRows(query: string, recent: readonly string[], { isCommandsOnly }: { isCommandsOnly: boolean }): Row[] {
	const scored = offered(isCommandsOnly).flatMap((command) => {
		const match = fuzzyMatch(query, command.title)
		const bonus = recent.includes(command.id) ? recentBonus : 0
		if (match && match.score >= query.trim().length * leastScorePerLetter) return { row: rowOf(command, match.letters), score: match.score + bonus }
		return hasWords(command, query) ? { row: rowOf(command), score: wordScore + bonus } : []
	})
	return scored
		.toSorted((a, b) => b.score - a.score)
		.slice(0, mostMatches)
		.map(({ row }) => row)
}

/** Each word of the query starts a word of what is said about the command. */
function hasWords({ title, category = '', description = '' }: CommandEntry, query: string): boolean {
	const words = `${title} ${category} ${description}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
	return query
		.toLowerCase()
		.split(/\s+/)
		.every((wanted) => words.some((word) => word.startsWith(wanted)))
}

function rowOf(command: CommandEntry, letters: readonly number[] = []): Row {
	return {
		id: command.id,
		title: command.title,
		letters,
		note: command.description,
		shortcut: shortcutOf(command),
		reason: whyNot(command),
		run() {
			rememberCommand(command.id)
			void runCommand(command.id)
		},
	}
}

/** What a finder answered, with the letters that were typed. */
export function foundRow(finder: string, query: string, found: Found): Row {
	return { ...found, id: `${finder}:${found.id}`, letters: lettersOf(found, query), note: found.note }
}

/** The finder's own letters, else those of the title. */
export function lettersOf({ title, letters }: Found, query: string): readonly number[] {
	return letters ?? fuzzyMatch(query, title)?.letters ?? []
}
