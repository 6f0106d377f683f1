import { Banner, Button, IconButton, Kbd } from '@drydock/ui'
import { Pencil, RotateCcw } from '@drydock/ui/icons'
import { pauseShortcuts, shortcutLabel } from '@drydock/web-kit'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { bind, conflictsOf, isBrowsers, keysFrom, shadowsOf, takeKeys, takes, type Binding } from './bindings.ts'

type State = { step: 'shown' } | { step: 'refused'; keys: string } | { step: 'recording' } | { step: 'asking'; keys: string; conflicts: Binding[] }

/** A shortcut, and how to give it other keys. */
export function ShortcutRow({ binding, all }: { binding: Binding; all: readonly Binding[] }) {
	const { id, title, keys, initial, isFixed } = binding
	const [state, setState] = useState<State>({ step: 'shown' })
	const isChanged = keys !== initial
	function handleRecorded(next: string) {
		if (!takes(binding, next)) return setState({ step: 'refused', keys: next })
		const conflicts = next === '' ? [] : conflictsOf(all, binding, next)
		if (conflicts.length > 0) return setState({ step: 'asking', keys: next, conflicts })
		bind(id, next)
		setState({ step: 'shown' })
	}
	function handleTake({ keys: next, conflicts }: Extract<State, { step: 'asking' }>) {
		for (const other of conflicts) takeKeys(other, next)
		bind(id, next)
		setState({ step: 'shown' })
	}
	return (
		<div className="Shortcut" role="group" aria-label={title}>
			<div className="Shortcut-line">
				<span className="Shortcut-title">{title}</span>
				{state.step === 'recording' ? (
					<Recorder title={title} onRecorded={handleRecorded} onCancel={() => setState({ step: 'shown' })} />
				) : (
					<span className="Shortcut-keys">{keys === undefined ? <span className="Shortcut-none">no keys</span> : keys.split(' or ').map((each) => <Kbd key={each}>{shortcutLabel(each)}</Kbd>)}</span>
				)}
				{isFixed ? (
					<span className="Shortcut-none Shortcut-fixed">fixed</span>
				) : (
					<>
						<IconButton label={`Change the keys of ${title}`} icon={<Pencil />} onClick={() => setState({ step: 'recording' })} />
						<IconButton label={`Reset the keys of ${title}`} icon={<RotateCcw />} disabled={!isChanged} onClick={() => bind(id, undefined)} />
					</>
				)}
			</div>
			{state.step === 'refused' && <p className="Shortcut-note" role="alert">The editor cannot tell {shortcutLabel(state.keys)} from other keys. Choose others.</p>}
			{state.step === 'asking' && (
				<Banner tone="attention" actions={<Answers onTake={() => handleTake(state)} onCancel={() => setState({ step: 'shown' })} />}>
					{shortcutLabel(state.keys)} already belongs to {state.conflicts.map((other) => `“${other.title}”`).join(' and ')}.
				</Banner>
			)}
			{isChanged && keys !== undefined && <Notes binding={binding} all={all} keys={keys} />}
		</div>
	)
}

function Answers({ onTake, onCancel }: { onTake(): void; onCancel(): void }) {
	return (
		<>
			<Button isSmall onClick={onTake}>
				Use it here
			</Button>
			<Button isSmall variant="quiet" onClick={onCancel}>
				Cancel
			</Button>
		</>
	)
}

/** What people should know of keys that they chose. */
function Notes({ binding, all, keys }: { binding: Binding; all: readonly Binding[]; keys: string }) {
	const shadows = shadowsOf(all, binding, keys)
	return (
		<>
			{isBrowsers(keys) && <p className="Shortcut-note">Browsers keep these keys for themselves; the page gets them only when Drydock is installed as an app.</p>}
			{shadows.length > 0 && (
				<p className="Shortcut-note">
					Elsewhere these keys do something else: {shadows.map(({ title, scope }) => `“${title}”${scope === undefined ? '' : ` (${scope})`}`).join(', ')}.
				</p>
			)}
		</>
	)
}

/** Takes the next key press as it is; no shortcut works meanwhile. */
function Recorder({ title, onRecorded, onCancel }: { title: string; onRecorded(keys: string): void; onCancel(): void }) {
	const box = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		box.current?.focus()
		return pauseShortcuts()
	}, [])
	function handleKey(event: KeyboardEvent) {
		const { key, ctrlKey, altKey, metaKey } = event
		const isPlain = !ctrlKey && !altKey && !metaKey
		if (key === 'Tab' && isPlain) return onCancel()
		event.preventDefault()
		event.stopPropagation()
		if (key === 'Escape') return onCancel()
		if (isPlain && (key === 'Backspace' || key === 'Delete')) return onRecorded('')
		const keys = keysFrom(event)
		if (keys !== undefined) onRecorded(keys)
	}
	return (
		<button ref={box} type="button" className="Shortcut-recorder" aria-label={`New keys of ${title}`} onKeyDown={handleKey} onBlur={onCancel}>
			Press the keys · Backspace for none · Esc
		</button>
	)
}
