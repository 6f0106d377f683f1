import { Kbd } from '@drydock/ui'
import { allCommands, categories, recentPanes, runCommand, shortcutLabel, shortcutOf, usePreference, whyNot, type CommandEntry } from '@drydock/web-kit'
import { Command, defaultFilter } from 'cmdk'
import { useEffect, useState } from 'react'
import { closePalette, usePalette } from './palette-state.ts'
import './Palette.css'

/** Panes and commands by name: Enter runs the first match, Escape closes (spec/3 §2). */
export default function Palette() {
	const [query, setQuery] = useState('')
	useEffect(() => giveFocusBack, [])
	const [recent] = usePreference(recentPanes)
	const commands = allCommands().filter((command) => !command.hidden)
	const lately = recent.flatMap((id) => commands.find((command) => command.id === `pane.open.${id}`) ?? [])
	const groups = [...Map.groupBy(commands, (command) => command.category ?? 'Other')].toSorted(([a], [b]) => rank(a) - rank(b))
	const run = (command: CommandEntry) => {
		closePalette()
		void runCommand(command.id)
	}
	return (
		<Command.Dialog open filter={rate} onOpenChange={(isOpen) => !isOpen && closePalette()} label="Command palette" loop contentClassName="Palette" overlayClassName="Palette-overlay">
			<Command.Input className="Palette-input" placeholder="Open a pane or run a command" value={query} onValueChange={setQuery} />
			<Command.List className="Palette-list">
				<Command.Empty className="Palette-empty">Nothing is called “{query}”.</Command.Empty>
				{query === '' && lately.length > 0 && <Group heading="Recent" commands={lately} prefix="recent:" onRun={run} />}
				{/* Matches stand in one list: the library ranks what is in a group, but not the groups. */}
				{query === '' ? groups.map(([category, entries]) => <Group key={category} heading={category} commands={entries} onRun={run} />) : <Group commands={commands} onRun={run} />}
			</Command.List>
		</Command.Dialog>
	)
}

/** A dialog that no button of its own opened leaves the focus nowhere. */
function giveFocusBack(): void {
	const { before } = usePalette.getState()
	if (before instanceof HTMLElement) before.focus()
}

/** A match in the name itself counts more than one in the category or the id. */
function rate(id: string, query: string, [title = '', ...words]: string[] = []): number {
	return Math.max(defaultFilter(title, query), defaultFilter([id, title, ...words].join(' '), query) / 2)
}

/** The registry's own order; what is not in it stands last but for the fun. */
function rank(category: string): number {
	const place = categories.findIndex((each) => each === category)
	return place < 0 ? categories.length - 1.5 : place
}

function Group({ heading, commands, prefix = '', onRun }: { heading?: string; commands: readonly CommandEntry[]; prefix?: string; onRun(command: CommandEntry): void }) {
	return (
		<Command.Group heading={heading} className="Palette-group">
			{commands.map((command) => {
				const reason = whyNot(command)
				const shortcut = shortcutOf(command)
				return (
					<Command.Item key={command.id} value={prefix + command.id} keywords={[command.title, command.category ?? '']} disabled={reason !== undefined} onSelect={() => onRun(command)} className="Palette-item">
						<span className="Palette-title">{command.title}</span>
						<span className="Palette-note">{reason ?? command.description}</span>
						{shortcut && <Kbd>{shortcutLabel(shortcut)}</Kbd>}
					</Command.Item>
				)
			})}
		</Command.Group>
	)
}
