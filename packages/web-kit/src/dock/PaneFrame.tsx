import { Actions, type TabNode } from 'flexlayout-react'
import { useSyncExternalStore } from 'react'
import type { PaneTab } from '../pane-tab.ts'
import { PaneView } from '../pane-view.tsx'
import type { Dock } from './dock.ts'

/** What the dock shows in a tab. */
export function PaneFrame({ node, dock }: { node: TabNode; dock: Dock }) {
	// Nothing yet where something was just dropped.
	return node.getComponent() ? <Pane node={node} dock={dock} /> : undefined
}

function Pane({ node, dock }: { node: TabNode; dock: Dock }) {
	return <PaneView tab={usePaneTabOf(node, dock)} />
}

function usePaneTabOf(node: TabNode, dock: Dock): PaneTab {
	const config = useSyncExternalStore(dock.watch, () => configOf(node))
	const watchVisible = (listener: () => void) => {
		const stop = dock.watch(listener)
		// The engine decides it when it lays out, which is after the model has changed.
		node.setEventListener('visibility', listener)
		return () => {
			stop()
			node.removeEventListener('visibility')
		}
	}
	const isVisible = useSyncExternalStore(watchVisible, () => node.isVisible() && node.getDocument()?.visibilityState !== 'hidden')
	const id = node.getId()
	return {
		id,
		paneId: node.getComponent() ?? '',
		config,
		isVisible,
		setConfig: (change) => dock.dispatch(Actions.updateNodeAttributes(id, { config: { ...configOf(node), ...change } })),
		setTitle: (title) => title !== node.getName() && dock.dispatch(Actions.renameTab(id, title)),
		setDirty(isDirty) {
			const className = isDirty ? 'Dock-tab--dirty' : undefined
			if (node.getClassName() !== className) dock.dispatch(Actions.updateNodeAttributes(id, { className }))
		},
		close: () => dock.dispatch(Actions.deleteTab(id)),
		guardClose: (guard) => dock.guard(id, guard),
	}
}

const noConfig: Record<string, unknown> = {}

function configOf(node: TabNode): Record<string, unknown> {
	const config: Record<string, unknown> | undefined = node.getConfig()
	return config ?? noConfig
}
