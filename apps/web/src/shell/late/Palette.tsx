import { Kbd, Modal } from '@drydock/ui'
import { focusOnOpen } from '@drydock/ui/Dialog.tsx'
import { readPreference, recentPanes, shortcutLabel } from '@drydock/web-kit'
import { useFinders } from '@drydock/web-kit/late/use-finders.ts'
import { Command } from 'cmdk'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { closePalette, recentCommands } from '../palette-state.ts'
import { Marked } from './Marked.tsx'
import { commandPrefix, foundRow, matchingRows, startGroups, type Row, type RowGroup } from './palette-rows.ts'
import './Palette.css'

/** Panes, commands and files by name: Enter runs the first match, Escape closes (spec/3 §2). */
export default function Palette() {
	const [typed, setTyped] = useState('')
	// As it was when the palette opened: what is run from it must not move the lines.
	const [recent] = useState(recentIds)
	const isCommandsOnly = typed.startsWith(commandPrefix)
	const query = (isCommandsOnly ? typed.slice(commandPrefix.length) : typed).trim()
	const { findings, isPending } = useFinders(isCommandsOnly ? '' : query)
	const commands: RowGroup[] = query === '' ? startGroups(recent, { isCommandsOnly }) : [{ heading: 'Panes and commands', rows: matchingRows(query, recent, { isCommandsOnly }) }]
	const found = findings.map(({ id, title, found: answers }): RowGroup => ({ heading: title, rows: answers.map((each) => foundRow(id, query, each)) }))
	const problem = findings.find((finding) => finding.problem !== undefined)?.problem
	function handleRun(row: Row) {
		// The focus goes back first: what runs then may act on what has it, or move it.
		flushSync(closePalette)
		row.run()
	}
	return (
		<Modal label="Command palette" className="Palette" onClose={closePalette}>
			<Command label="Command palette" loop shouldFilter={false}>
				<Command.Input ref={focusOnOpen} className="Palette-input" placeholder="Open a pane or run a command" value={typed} onValueChange={setTyped} />
				<Command.List className="Palette-list">
					<Command.Empty className="Palette-empty">{isPending ? 'Searching…' : `Nothing is called “${query}”.`}</Command.Empty>
					{[...commands, ...found].map((group) => group.rows.length > 0 && <Group key={group.heading} group={group} onRun={handleRun} />)}
				</Command.List>
				<p className="Palette-hint" role="status">
					{problem ?? 'Files by their name · > for commands only · Enter opens · Esc closes'}
				</p>
			</Command>
		</Modal>
	)
}

function recentIds(): string[] {
	return [...new Set([...readPreference(recentCommands), ...readPreference(recentPanes).map((id) => `pane.open.${id}`)])]
}

function Group({ group: { heading, rows }, onRun }: { group: RowGroup; onRun(row: Row): void }) {
	return (
		<Command.Group heading={heading} className="Palette-group">
			{rows.map((row) => (
				<Item key={row.id} row={row} onRun={() => onRun(row)} />
			))}
		</Command.Group>
	)
}

function Item({ row: { id, title, letters, note, shortcut, reason }, onRun }: { row: Row; onRun(): void }) {
	return (
		<Command.Item value={id} disabled={reason !== undefined} onSelect={onRun} className="Palette-item">
			<span className="Palette-title">
				<Marked text={title} letters={letters} />
			</span>
			<span className="Palette-note">{reason ?? note}</span>
			{shortcut && <Kbd>{shortcutLabel(shortcut)}</Kbd>}
		</Command.Item>
	)
}
