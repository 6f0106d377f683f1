import { durationText, IconButton, Spacer, Toolbar } from '@drydock/ui'
import { Copy, MessageSquare, RotateCw, X } from '@drydock/ui/icons'
import { runCommand, toast } from '@drydock/web-kit'
import type { RefObject } from 'react'
import type { Block } from './blocks.ts'
import type { Widget } from './widget.ts'

/** What Maestro is given of an output: its end says what went wrong. */
const mostSentCharacters = 20_000

interface Props {
	block: Block
	widget: RefObject<Widget | undefined>
	onClose(): void
}

/** The command that the output in sight belongs to, and what can be done with both. */
export function BlockBar({ block, widget, onClose }: Props) {
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
			<IconButton label="Run again" icon={<RotateCw />} disabled={command === undefined} onClick={handleRerun} />
			<IconButton label="Copy output" icon={<Copy />} onClick={() => void handleCopy()} />
			<IconButton label="Send to Maestro" icon={<MessageSquare />} onClick={handleSend} />
			<IconButton label="Close" icon={<X />} onClick={onClose} />
		</Toolbar>
	)
}
