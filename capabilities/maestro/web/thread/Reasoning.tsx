import { Markdown } from '@drydock/ui'
import { ChevronRight } from '@drydock/ui/icons'
import { useState } from 'react'
import './Reasoning.css'

/** What the model thought, folded away. */
export function Reasoning({ text, isStreaming }: { text: string; isStreaming: boolean }) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<div className="Reasoning">
			<button type="button" className="Reasoning-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
				<ChevronRight aria-hidden />
				{isStreaming ? 'Thinking…' : 'Thought'}
				{!isOpen && <span className="Reasoning-peek">{lastLine(text)}</span>}
			</button>
			{isOpen && (
				<div className="Reasoning-text">
					<Markdown text={text} isStreaming={isStreaming} />
				</div>
			)}
		</div>
	)
}

function lastLine(text: string): string {
	return text.trimEnd().split('\n').at(-1)?.slice(0, 200) ?? ''
}
