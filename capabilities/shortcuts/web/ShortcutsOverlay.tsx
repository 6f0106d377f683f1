import { askConfirm, Button, Dialog, EmptyState, TextInput } from '@drydock/ui'
import { Keyboard } from '@drydock/ui/icons'
import { focusOnOpen } from '@drydock/ui/Dialog.tsx'
import { closeOverlay, reboundKeys, shortcutLabel, useOverlayInput, usePreference } from '@drydock/web-kit'
import { useState } from 'react'
import { allBindings, bindAllAsBefore, type Binding } from './bindings.ts'
import { ShortcutRow } from './ShortcutRow.tsx'
import './ShortcutsOverlay.css'

/** spec/3 §2, keyboard shortcuts: all of them, searchable, each to be changed. */
export default function ShortcutsOverlay() {
	const { search } = useOverlayInput('shortcuts')
	const [query, setQuery] = useState(typeof search === 'string' ? search : '')
	// Read again with each change of the preference.
	const [changed] = usePreference(reboundKeys)
	const bindings = allBindings()
	const groups = Map.groupBy(bindings.filter((binding) => isWanted(binding, query)), ({ group }) => group)
	const close = () => closeOverlay('shortcuts')
	async function resetAll() {
		if (await askConfirm({ title: 'Reset all shortcuts?', body: 'Every shortcut gets its own keys again.', confirmLabel: 'Reset all' })) bindAllAsBefore()
	}
	const footer = (
		<>
			<Button disabled={Object.keys(changed).length === 0} onClick={() => void resetAll()}>
				Reset all
			</Button>
			<Button variant="primary" onClick={close}>
				Close
			</Button>
		</>
	)
	return (
		<Dialog title="Keyboard Shortcuts" size="medium" className="Shortcuts" onClose={close} footer={footer}>
			<TextInput ref={focusOnOpen} aria-label="Search shortcuts" placeholder="Search by name or keys" value={query} onChange={({ target }) => setQuery(target.value)} />
			<div className="Shortcuts-list" role="region" aria-label="Shortcuts" tabIndex={0}>
				{[...groups].map(([group, rows]) => (
					<section key={group} className="Shortcuts-group" aria-label={group}>
						<h3>{group}</h3>
						{rows.map((binding) => (
							<ShortcutRow key={binding.id} binding={binding} all={bindings} />
						))}
					</section>
				))}
				{groups.size === 0 && <EmptyState icon={<Keyboard />} title={`No shortcut is called “${query}”`} />}
			</div>
		</Dialog>
	)
}

function isWanted({ title, group, keys = '' }: Binding, query: string): boolean {
	const text = `${title} ${group} ${keys} ${keys.split(' or ').map(shortcutLabel).join(' ')}`.toLowerCase()
	return query
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word))
}
