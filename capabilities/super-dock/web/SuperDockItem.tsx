import { IconButton } from '@drydock/ui'
import { ExternalLink, FileText, LayoutDashboard, X } from '@drydock/ui/icons'
import { openPane, PaneView, project, runCommand, type PaneTab } from '@drydock/web-kit'
import type { MouseEvent } from 'react'
import { FilePreview } from './FilePreview.tsx'
import type { Position } from './geometry.ts'
import { withItemChange, withoutItem, type Item } from './panels.ts'
import { changePanels } from './store.ts'

interface SuperDockItemProps {
	panel: string
	item: Item
	position: Position
}

/** What is asked before an item is removed, by its id. */
const guards = new Map<string, () => boolean | Promise<boolean>>()

/** A pane or a file in the panel's grid. */
export function SuperDockItem({ panel, item, position }: SuperDockItemProps) {
	async function remove() {
		if ((await guards.get(item.id)?.()) === false) return
		guards.delete(item.id)
		changePanels((state) => withoutItem(state, panel, item.id))
	}
	function openInDock({ currentTarget }: MouseEvent<HTMLElement>) {
		if (item.component !== undefined) openPane(item.component, { config: { ...item.config }, place: position === 'all' ? undefined : position, focus: true })
		else if (isLink(item)) currentTarget.ownerDocument.defaultView?.open(item.path, '_blank', 'noopener')
		else void runCommand('editor.open', { cwd: item.cwd ?? project().cwd, path: item.path })
	}
	return (
		<div className="SuperDock-item" role="group" aria-label={item.title}>
			<header className="SuperDock-itemHeader">
				{item.kind === 'pane' ? <LayoutDashboard /> : <FileText />}
				<h3 title={item.path ?? item.title}>{item.title}</h3>
				<IconButton label={`Open ${item.title} in the main dock`} icon={<ExternalLink />} onClick={openInDock} />
				<IconButton label={`Remove ${item.title}`} icon={<X />} onClick={() => void remove()} />
			</header>
			<div className="SuperDock-body">
				{item.component === undefined ? <FilePreview item={item} isLink={isLink(item)} /> : <PaneView tab={tabOf(panel, item, item.component, () => void remove())} />}
			</div>
		</div>
	)
}

function isLink({ path = '' }: Item): boolean {
	return /^https?:\/\//i.test(path)
}

/** What the pane knows of its place, as in a tab of the dock. */
function tabOf(panel: string, item: Item, paneId: string, close: () => void): PaneTab {
	const change = (next: Parameters<typeof withItemChange>[3]) => changePanels((state) => withItemChange(state, panel, item.id, next))
	return {
		id: `super-dock-${item.id}`,
		paneId,
		config: item.config ?? {},
		isVisible: true,
		setConfig: (more) => change({ config: { ...item.config, ...more } }),
		setTitle: (title) => title !== item.title && change({ title }),
		setDirty: () => {},
		close,
		guardClose: (next) => void (next ? guards.set(item.id, next) : guards.delete(item.id)),
	}
}
