import { EmptyState, ErrorState, late, Skeleton, type LateComponent } from '@drydock/ui'
import { SearchX } from '@drydock/ui/icons'
import { Component, createElement, useState, type ReactNode } from 'react'
import { registry } from './contribute.ts'
import { PaneTabContext, type PaneTab } from './pane-tab.ts'

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

/** A pane, or why it cannot be shown, wherever it stands: `tab` is what it knows of that place. */
export function PaneView({ tab }: { tab: PaneTab }) {
	const [attempt, setAttempt] = useState(0)
	const body = bodyOf(tab.paneId)
	if (!body) return <EmptyState icon={<SearchX />} title={`Unknown pane: ${tab.paneId}`} />
	return (
		<PaneTabContext value={tab}>
			<PaneErrors key={attempt} onRetry={() => setAttempt(attempt + 1)}>
				{createElement(body)}
			</PaneErrors>
		</PaneTabContext>
	)
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
