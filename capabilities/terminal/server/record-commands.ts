import type { Kernel } from '@drydock/server-kit'
import type { Look } from '@drydock/server-kit/workspace/index.ts'
import type { BlockChanges } from '../contract.ts'
import { parseMark } from '../contract/marks.ts'

/** What the history shows of a command line. */
const mostLabelCharacters = 200
/** Commands without a pause between them, as when a long script is pasted. */
const mostTogether = 500

interface Command {
	started: number
	line: string
}

interface Parts extends Pick<Kernel, 'ledger' | 'clock' | 'log' | 'redact'> {
	folder: string
	/** Names what a command changed in the history. */
	nameOf(started: number): string
	/** Terminals that work on the same files. */
	others(): readonly Recording[]
	onKnown(blocks: readonly BlockChanges[]): void
}

export interface Recording {
	readonly folder: string
	/** Takes a mark of the shell. */
	hear(text: string): void
	/** The command whose changes are not known yet. */
	busyWith(): string | undefined
	/** Others could not be recorded since this one was busy. */
	ranBeside(line: string): void
	stop(): void
}

/**
 * Records what the commands of one shell do to files: the folder is looked at after each of them, beside the shell, and compared with
 * the look before. A command that begins while the folder is still looked at is recorded together with the one before it.
 */
export function recordCommands({ ledger, clock, log, redact, folder, nameOf, others, onKnown }: Parts): Recording {
	let last: { look: Look; at: number } | undefined
	let walk: AbortController | undefined
	let group: Command[] = []
	let line = ''
	let unknown: string | undefined
	let beside: string[] = []
	let notes: string[] = []

	function start(started: number) {
		walk?.abort()
		walk = undefined
		const command = { started, line: redact(line).slice(0, mostLabelCharacters) || 'a command' }
		line = ''
		if (!last) {
			unknown = command.line
			return miss([command], 'It began before the project had been looked at.')
		}
		if (group.length === 0 && started < last.at) notes.push('It began while the project was still being looked at: what it did first may be listed with the command before.')
		if (group.length < mostTogether) group.push(command)
	}

	const miss = (commands: readonly Command[], reason: string) => commands.length > 0 && onKnown(commands.map(({ started }) => ({ started, outcome: 'missed', reason })))

	async function look() {
		walk?.abort()
		const own = (walk = new AbortController())
		try {
			const seen = await ledger.look(folder, own.signal)
			if (own.signal.aborted) return ledger.forget(seen)
			walk = undefined
			await compare(seen)
		} catch (error) {
			if (own.signal.aborted) return
			fail(group, error)
			reset()
		}
	}

	function fail(commands: readonly Command[], error: unknown) {
		log.warn('What a command in a terminal changed could not be recorded', { error })
		miss(commands, `The project could not be looked at: ${error instanceof Error ? error.message : String(error)}`)
	}

	async function compare(seen: Look) {
		const before = last?.look
		const commands = group
		const said = [...notes, ...beside.map((other) => `“${other}” ran in another terminal at the same time: what it changed may be listed here.`)]
		reset()
		last = { look: seen, at: clock.now() }
		if (before && commands.length > 0) await record(before, seen, { commands, said }).catch((error: unknown) => fail(commands, error))
	}

	async function record(before: Look, after: Look, { commands, said }: { commands: readonly Command[]; said: readonly string[] }) {
		const [first] = commands
		if (!first) return
		const label = commands.map((command) => command.line).join('; ').slice(0, mostLabelCharacters)
		const busy = others().find((other) => other.busyWith() !== undefined)
		if (busy) {
			busy.ranBeside(label)
			return miss(commands, `“${busy.busyWith()}” ran in another terminal at the same time, and whose changes are whose cannot be told.`)
		}
		const task = nameOf(first.started)
		const record = await ledger.between(before, after, { author: { kind: 'command', label, task }, began: first.started })
		if ('missed' in record) return miss(commands, record.missed)
		const together = commands.length > 1 ? [`${commands.length} commands that followed each other closely are recorded together.`] : []
		const note = [...together, ...said, record.note].filter((each) => each !== undefined).join(' ')
		onKnown(commands.map(({ started }) => (record.entry === undefined ? { started, outcome: 'nothing' } : { started, outcome: 'recorded', task, files: record.changed.length, note })))
	}

	function reset() {
		if (last) ledger.forget(last.look)
		last = unknown = undefined
		group = []
		notes = []
		beside = []
	}

	return {
		folder,
		hear(text) {
			const mark = parseMark(text)
			if (mark?.type === 'command') line = mark.text
			if (mark?.type === 'started') start(mark.at)
			if (mark?.type === 'ended') void look()
		},
		busyWith: () => group.at(-1)?.line ?? unknown,
		ranBeside: (other) => void beside.push(other),
		stop() {
			walk?.abort()
			walk = undefined
			reset()
		},
	}
}
