import { Button, TextInput } from '@drydock/ui'
import { setCwd, useApi } from '@drydock/web-kit'
import { useState, type KeyboardEvent } from 'react'
import { listNames } from '../contract.ts'
import { isFolderKind } from './tree.ts'

/** The working folder as text; Tab completes names of folders as in a shell. */
export function CwdField({ cwd, onBrowse }: { cwd: string; onBrowse(): void }) {
	const api = useApi()
	const [text, setText] = useState(cwd)
	const [choices, setChoices] = useState<readonly string[]>([])

	async function complete() {
		const cut = text.lastIndexOf('/')
		const [folder, begun] = [text.slice(0, cut) || '/', text.slice(cut + 1)]
		const known = await api.send(listNames, { cwd: folder, path: '' }).catch(() => undefined)
		const names = (known?.names ?? []).filter((name, index) => isFolderKind(known?.kinds[index]) && name.startsWith(begun) && (begun !== '' || !name.startsWith('.')))
		const common = commonStart(names)
		const isOne = names.length === 1
		if (common.length > begun.length || isOne) setText(`${folder === '/' ? '' : folder}/${common}${isOne ? '/' : ''}`)
		setChoices(isOne ? [] : names)
	}

	function handleKey(event: KeyboardEvent<HTMLInputElement>) {
		const { currentTarget } = event
		const isTyping = text !== cwd && text.startsWith('/') && currentTarget.selectionStart === text.length && currentTarget.selectionEnd === text.length
		if (event.key === 'Tab' && !event.shiftKey && isTyping) {
			event.preventDefault()
			void complete()
		} else if (event.key === 'Escape') {
			setText(cwd)
			setChoices([])
		}
	}

	return (
		<form
			className="Files-cwd"
			onSubmit={(event) => {
				event.preventDefault()
				setCwd(text.trim().replace(/(.)\/+$/, '$1'))
			}}
		>
			<TextInput
				isMono
				aria-label="CWD"
				title={`${cwd}\nTab completes`}
				autoComplete="off"
				spellCheck={false}
				value={text}
				onKeyDown={handleKey}
				onChange={({ target }) => {
					setText(target.value)
					setChoices([])
				}}
				onBlur={() => {
					setText(cwd)
					setChoices([])
				}}
			/>
			<Button isSmall onClick={onBrowse}>
				Browse
			</Button>
			{choices.length > 0 && (
				<p className="Files-choices" role="status">
					{choices.join('  ')}
				</p>
			)}
		</form>
	)
}

function commonStart([first = '', ...others]: readonly string[]): string {
	let length = first.length
	for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
	return first.slice(0, length)
}
