import { registry, type CommandArguments, type CommandEntry } from './contribute.ts'
import { asFault } from './api.ts'
import { toast } from './toasts.ts'
import { openPane } from './panes.ts'

/** Runs a command by id; a failure is told, not swallowed. */
export async function runCommand(id: string, input: CommandArguments = {}): Promise<void> {
	const command = findCommand(id)
	if (!command) {
		console.warn(`There is no command called ${id}`)
		return
	}
	const reason = whyNot(command)
	if (reason !== undefined) {
		toast({ kind: 'info', message: reason })
		return
	}
	try {
		await command.run(input)
	} catch (error) {
		toast({ kind: 'error', message: `${command.title}: ${asFault(error).message}` })
	}
}

/** Why a command cannot run now, if so. */
export function whyNot(command: CommandEntry): string | undefined {
	const answer = command.when?.() ?? true
	return answer === true ? undefined : answer
}

const openPrefix = 'pane.open.'

/** Every pane is also a command that opens it. */
export function allCommands(): CommandEntry[] {
	const { panes, commands } = registry()
	const openers = [...panes.values()].map((pane) => ({
		id: openPrefix + pane.id,
		title: pane.title,
		category: pane.category,
		description: pane.description,
		shortcut: pane.shortcut,
		run: () => openPane(pane.id, { focus: true }),
	}))
	return [...openers, ...commands.values()]
}

export function findCommand(id: string): CommandEntry | undefined {
	return registry().commands.get(id) ?? allCommands().find((command) => command.id === id)
}
