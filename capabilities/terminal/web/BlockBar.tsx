import { Button, durationText, IconButton, Spacer, Toolbar } from '@drydock/ui'
import { Copy, MessageSquare, RotateCw, Undo2, X } from '@drydock/ui/icons'
import { runCommand, toast } from '@drydock/web-kit'
import type { RefObject } from 'react'
import type { BlockChanges } from '../contract.ts'
import type { Block } from './blocks.ts'
import type { Widget } from './widget.ts'

/** What Maestro is given of an output: its end says what went wrong. */
const mostSentCharacters = 20_000

interface Props {
	block: Block
	/** What it did to files, if that was recorded. */
	changes: BlockChanges | undefined
	widget: RefObject<Widget | undefined>
	onClose(): void
}

/** The command that the output in sight belongs to, and what can be done with both. */
export function BlockBar({ block, changes, widget, onClose }: Props) {
	const { command, shown, code, ms } = block
	const output = () => widget.current?.outputOf(block) ?? ''

	function handleRerun() {
		if (command !== undefined && !widget.current?.run(command)) toast({ kind: 'info', message: 'The shell is busy: wait for its prompt' })
	}

	async function handleCopy() {
		await navigator.clipboard.writeText(output())
		toast({ kind: 'success', message: 'Output copied' })
	}

	function handleSend() {
		const text = output()
		const end = text.length > mostSentCharacters ? `…${text.slice(-mostSentCharacters)}` : text
		void runCommand('maestro.run', { task: `Look at this command of mine and what it printed${code === undefined ? '' : ` (exit code ${code})`}:\n\n$ ${shown}\n${end}\n` })
	}

	return (
		<Toolbar label="Command" className="BlockBar">
			<span className="BlockBar-outcome" data-outcome={code === undefined ? 'running' : code === 0 ? 'good' : 'bad'}>
				{code === undefined ? 'running' : code === 0 ? 'ok' : `exit ${code}`}
			</span>
			<code className="BlockBar-command" title={shown}>
				{shown}
			</code>
			{ms !== undefined && <span className="BlockBar-time">{durationText(ms)}</span>}
			<Spacer />
			{changes && <FileChanges of={changes} command={shown} />}
			<IconButton label="Run again" icon={<RotateCw />} disabled={command === undefined} onClick={handleRerun} />
			<IconButton label="Copy output" icon={<Copy />} onClick={() => void handleCopy()} />
			<IconButton label="Send to Maestro" icon={<MessageSquare />} onClick={handleSend} />
			<IconButton label="Close" icon={<X />} onClick={onClose} />
		</Toolbar>
	)
}

function FileChanges({ of: changes, command }: { of: BlockChanges; command: string }) {
	switch (changes.outcome) {
		case 'recorded': {
			const { task, files, note } = changes
			return (
				<Button isSmall variant="quiet" icon={<Undo2 />} onClick={() => void runCommand('changes.review', { task, note, title: command })}>
					{`Revert file changes (${files})…`}
				</Button>
			)
		}
		case 'nothing':
			return <span className="BlockBar-note">no file changed</span>
		case 'missed':
			return (
				<span className="BlockBar-note" title={changes.reason}>
					{`file changes not recorded: ${changes.reason}`}
				</span>
			)
		default:
			return changes satisfies never
	}
}
