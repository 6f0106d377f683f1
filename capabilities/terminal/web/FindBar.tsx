import { IconButton, TextInput } from '@drydock/ui'
import { ChevronDown, ChevronUp, X } from '@drydock/ui/icons'
import { useState } from 'react'

interface Props {
	found: { index: number; count: number }
	onFind(text: string, direction: 'next' | 'previous'): void
	onClose(): void
}

/** Searches the terminal that is shown. */
export function FindBar({ found, onFind, onClose }: Props) {
	const [text, setText] = useState('')
	return (
		<form
			className="FindBar"
			role="search"
			onSubmit={(event) => {
				event.preventDefault()
				onFind(text, 'next')
			}}
		>
			<TextInput
				autoFocus
				aria-label="Search in the terminal"
				placeholder="Search"
				onKeyDown={({ key }) => key === 'Escape' && onClose()}
				value={text}
				onChange={({ target }) => {
					setText(target.value)
					onFind(target.value, 'next')
				}}
			/>
			<output className="FindBar-count">{text === '' ? '' : found.count === 0 ? 'none' : `${found.index} of ${found.count}`}</output>
			<IconButton label="Previous match" icon={<ChevronUp />} onClick={() => onFind(text, 'previous')} />
			<IconButton label="Next match" icon={<ChevronDown />} onClick={() => onFind(text, 'next')} />
			<IconButton label="Close search" icon={<X />} onClick={onClose} />
		</form>
	)
}
