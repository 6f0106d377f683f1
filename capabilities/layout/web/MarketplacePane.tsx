import { Badge, Button, classNames, EmptyState, IconButton, Kbd, PaneBody, TextInput, Toolbar } from '@drydock/ui'
import { SearchX, Star } from '@drydock/ui/icons'
import { openPane, pinnedPanes, registry, shortcutLabel, shortcutOf, usePreference, watchRegistry, type PaneEntry } from '@drydock/web-kit'
import { openPaneIds } from '@drydock/web-kit/dock/layout-store.ts'
import { useState, useSyncExternalStore } from 'react'
import { paneGroups } from './marketplace-groups.ts'
import './MarketplacePane.css'

function watchLayout(listener: () => void): () => void {
	addEventListener('vt:layout:changed', listener)
	return () => removeEventListener('vt:layout:changed', listener)
}

/** spec/2 §2, Marketplace: every pane, grouped; what is open; what stands first in the palette. */
export default function MarketplacePane() {
	const { panes } = useSyncExternalStore(watchRegistry, registry)
	// As one text: the same text means the same panes.
	const open = useSyncExternalStore(watchLayout, () => openPaneIds().join(' ')).split(' ')
	const [pinned, setPinned] = usePreference(pinnedPanes)
	const [query, setQuery] = useState('')
	const groups = paneGroups(panes.values(), query)
	const first = groups[0]?.panes[0]
	const flip = (id: string) => setPinned(pinned.includes(id) ? pinned.filter((each) => each !== id) : [...pinned, id])
	return (
		<PaneBody
			label="Marketplace"
			header={
				<form
					onSubmit={(event) => {
						event.preventDefault()
						if (query.trim() !== '' && first) openPane(first.id)
					}}
				>
					<Toolbar label="Marketplace">
						<TextInput type="search" aria-label="Search panes" placeholder="Search panes" value={query} onChange={(event) => setQuery(event.target.value)} />
					</Toolbar>
				</form>
			}
		>
			{groups.length === 0 && <EmptyState icon={<SearchX />} title="No pane matches" />}
			{groups.map(({ heading, panes: members }) => (
				<section key={heading} className="MarketplaceGroup" aria-label={heading}>
					<h2>{heading}</h2>
					<ul>
						{members.map((pane) => (
							<PaneCard key={pane.id} pane={pane} isOpen={open.includes(pane.id)} isPinned={pinned.includes(pane.id)} onPin={() => flip(pane.id)} />
						))}
					</ul>
				</section>
			))}
		</PaneBody>
	)
}

function PaneCard({ pane, isOpen, isPinned, onPin }: { pane: PaneEntry; isOpen: boolean; isPinned: boolean; onPin(): void }) {
	const { id, title, description } = pane
	const shortcut = shortcutOf({ ...pane, id: `pane.open.${id}` })
	return (
		<li className="PaneCard" aria-label={title}>
			<h3>
				<span className="PaneCard-title">{title}</span>
				{isOpen && <Badge tone="running">Running</Badge>}
				{shortcut && <Kbd>{shortcutLabel(shortcut)}</Kbd>}
			</h3>
			<p>{description}</p>
			<div className="PaneCard-actions">
				<Button isSmall aria-label={`Open ${title}`} onClick={() => openPane(id)}>
					Open
				</Button>
				<IconButton
					className={classNames(isPinned && 'PaneCard-pin--on')}
					label={isPinned ? `Unpin ${title} from the palette` : `Pin ${title} to the palette`}
					icon={<Star />}
					isPressed={isPinned}
					onClick={onPin}
				/>
			</div>
		</li>
	)
}
