import { EmptyState, ErrorState, late, Skeleton, type LateComponent } from '@drydock/ui'
import { SearchX } from '@drydock/ui/icons'
import { Actions, type TabNode } from 'flexlayout-react'
import { Component, createElement, useState, useSyncExternalStore, type ReactNode } from 'react'
import { registry } from '../contribute.ts'
import { PaneTabContext, type PaneTab } from '../pane-tab.ts'
import type { Dock } from './dock.ts'

/** One component per pane id: a new one for each render would lose the pane's state. */
const bodies = new Map<string, LateComponent<object>>()

function bodyOf(id: string): LateComponent<object> | undefined {
	const pane = registry().panes.get(id)
	if (!pane) return undefined
	const known = bodies.get(id)
	if (known) return known
	const body = late(pane.load, () => <Skeleton />)
	bodies.set(id, body)
	return body
}

/** Loads a pane that will be shown. */
export async function preloadPane(id: string): Promise<void> {
	await bodyOf(id)?.preload().catch((error: unknown) => console.debug(`The pane ${id} is not loaded yet`, error))
}

/** What the dock shows in a tab: the pane, or why it cannot be shown. */
export function PaneFrame({ node, dock }: { node: TabNode; dock: Dock }) {
	const id = node.getComponent() ?? ''
	const [attempt, setAttempt] = useState(0)
	const tab = usePaneTabOf(node, dock)
	const body = bodyOf(id)
	if (!body) return <EmptyState icon={<SearchX />} title={`Unknown pane: ${id}`} />
	return (
		<PaneTabContext value={tab}>
			<PaneErrors key={attempt} onRetry={() => setAttempt(attempt + 1)}>
				{createElement(body)}
			</PaneErrors>
		</PaneTabContext>
	)
}

function usePaneTabOf(node: TabNode, dock: Dock): PaneTab {
	const config = useSyncExternalStore(dock.watch, () => configOf(node))
	const isVisible = useSyncExternalStore(dock.watch, () => node.isVisible() && node.getDocument()?.visibilityState !== 'hidden')
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

interface ErrorsProps {
	onRetry(): void
	children: ReactNode
}

/** spec/1 §8: a tab whose render fails. */
class PaneErrors extends Component<ErrorsProps, { error: Error | undefined }> {
	override state = { error: undefined }
	static getDerivedStateFromError(error: Error) {
		return { error }
	}
	override render() {
		const { error } = this.state
		return error ? <ErrorState title="Error rendering component" error={error} onRetry={this.props.onRetry} /> : this.props.children
	}
}
