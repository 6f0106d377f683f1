import { TextInput } from '@drydock/ui'
import { project, runCommand, type Found } from '@drydock/web-kit'
import { useFinders } from '@drydock/web-kit/late/use-finders.ts'
import { useId, useState, type KeyboardEvent } from 'react'
import { Marked } from './Marked.tsx'
import { lettersOf } from './palette-rows.ts'
import './QuickOpen.css'

/** More do not fit beside the dock; typing on finds the rest. */
const mostShown = 12

/** Opens a file of the project by a part of its name; what is typed counts as a path when nothing is called so (spec/3 §2, §5). */
export function QuickOpen() {
	const [typed, setTyped] = useState('')
	const [at, setAt] = useState(0)
	const id = useId()
	const query = typed.trim()
	const { findings, isPending } = useFinders(query)
	const found = findings.flatMap((finding) => finding.found).slice(0, mostShown)
	const chosen = Math.min(at, found.length - 1)

	function handleType(text: string) {
		setTyped(text)
		setAt(0)
	}
	function open(file: Found | undefined) {
		if (query === '') return
		if (file) file.run()
		else void runCommand('editor.open', { cwd: project().cwd, path: query })
		handleType('')
	}
	function handleKey(event: KeyboardEvent) {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
		if (event.key === 'Escape') handleType('')
		if (event.key === 'Enter') open(found[chosen])
		if (step === undefined || found.length === 0) return
		event.preventDefault()
		setAt((chosen + step + found.length) % found.length)
	}
	return (
		<div className="QuickOpen">
			<TextInput
				role="combobox"
				aria-label="Quick Open File"
				aria-expanded={found.length > 0}
				aria-controls={`${id}-list`}
				aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
				aria-autocomplete="list"
				placeholder="Quick Open File"
				value={typed}
				onChange={({ target }) => handleType(target.value)}
				onKeyDown={handleKey}
			/>
			<div id={`${id}-list`} className="QuickOpen-list" role="listbox" aria-label="Files" hidden={found.length === 0}>
				{found.map((file, index) => (
					// oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text field has the focus and the keys, as a combobox does
					<div key={file.id} id={`${id}-${index}`} role="option" aria-selected={index === chosen} className="QuickOpen-file" onPointerDown={(event) => event.preventDefault()} onClick={() => open(file)}>
						<span className="QuickOpen-name">
							<Marked text={file.title} letters={lettersOf(file, query)} />
						</span>
						<span className="QuickOpen-note">{file.note}</span>
					</div>
				))}
			</div>
			{query !== '' && found.length === 0 && !isPending && <p className="QuickOpen-none">No file is called so. Enter opens it as a path.</p>}
		</div>
	)
}
