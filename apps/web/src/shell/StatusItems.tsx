import { registry, type StatusEntry } from '@drydock/web-kit'
import { lazy, Suspense, type ComponentType } from 'react'

const bodies = new Map<string, ComponentType>()

function bodyOf({ id, load }: StatusEntry): ComponentType {
	const body = bodies.get(id) ?? lazy(load)
	bodies.set(id, body)
	return body
}

/** What capabilities add to the header or the footer. */
export function StatusItems({ side }: { side: StatusEntry['side'] }) {
	const shown = registry().status.filter((entry) => entry.side === side)
	return shown.map((entry) => {
		const Body = bodyOf(entry)
		return (
			<Suspense key={entry.id}>
				<Body />
			</Suspense>
		)
	})
}
