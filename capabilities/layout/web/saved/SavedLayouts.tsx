import { agoText, Button, ErrorState, Field, IconButton, Menu, Skeleton, TextInput, useNow } from '@drydock/ui'
import { Ellipsis } from '@drydock/ui/icons'
import { useState } from 'react'
import { exportLayout, importLayout } from '@drydock/web-kit/dock/late/layout-files.ts'
import './SavedLayouts.css'
import { problemWith, useSaved } from './use-saved.ts'

/** Layouts by name: open, save, rename, delete, as a file, as a link. */
export function SavedLayouts() {
	const saved = useSaved()
	return (
		<section className="SavedLayouts" aria-label="Saved layouts">
			<SaveForm onSave={saved.save} />
			{saved.error ? <ErrorState error={saved.error} onRetry={saved.retry} /> : <LayoutList saved={saved} />}
			<div className="SavedLayouts-files">
				<Button onClick={() => exportLayout('layout')}>Export layout</Button>
				<Button onClick={importLayout}>Import layout…</Button>
			</div>
		</section>
	)
}

function SaveForm({ onSave }: { onSave(name: string): Promise<void> }) {
	const [name, setName] = useState('')
	const wanted = name.trim()
	const problem = problemWith(wanted, [])
	return (
		<form
			className="SavedLayouts-save"
			onSubmit={(event) => {
				event.preventDefault()
				if (wanted === '' || problem) return
				void onSave(wanted)
				setName('')
			}}
		>
			<Field label="Save this layout as" error={problem}>
				<TextInput value={name} placeholder="Name" onChange={(event) => setName(event.target.value)} />
			</Field>
			<Button type="submit" disabled={wanted === '' || problem !== undefined}>
				Save
			</Button>
		</form>
	)
}

function LayoutList({ saved }: { saved: ReturnType<typeof useSaved> }) {
	const now = useNow(60_000)
	if (!saved.layouts) return <Skeleton rows={2} />
	if (saved.layouts.length === 0) return <p className="Field-hint">No layout is saved yet. Arrange the panes as you like them for one kind of work, and give the arrangement a name.</p>
	return (
		<ul className="SavedLayouts-list">
			{saved.layouts.map(({ name, saved_at }) => (
				<li key={name}>
					<button type="button" className="SavedLayouts-open" title={`Open ${name}`} onClick={() => void saved.open(name)}>
						<span className="SavedLayouts-name">{name}</span>
						<span className="SavedLayouts-age">{agoText(saved_at, now)}</span>
					</button>
					<Menu
						align="end"
						label={name}
						trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} />}
						items={[
							{ label: 'Rename…', onSelect: () => void saved.rename(name) },
							{ label: 'Replace by this layout', onSelect: () => void saved.save(name) },
							{ label: 'Export', onSelect: () => void saved.export(name) },
							{ label: 'Copy link', onSelect: () => void saved.link(name) },
							'separator',
							{ label: 'Delete', isDanger: true, onSelect: () => void saved.remove(name) },
						]}
					/>
				</li>
			))}
		</ul>
	)
}
