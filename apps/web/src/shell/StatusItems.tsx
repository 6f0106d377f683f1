import { late, type LateComponent } from '@drydock/ui'
import { registry, type StatusEntry } from '@drydock/web-kit'
import { createElement } from 'react'
import { ExtraErrors } from './ExtraErrors.tsx'

const bodies = new Map<string, LateComponent<object>>()

function bodyOf({ id, load }: StatusEntry): LateComponent<object> {
	const body = bodies.get(id) ?? late(load)
	bodies.set(id, body)
	return body
}

/** What capabilities add to the header or the footer. */
export function StatusItems({ side }: { side: StatusEntry['side'] }) {
	const shown = registry().status.filter((entry) => entry.side === side)
	return shown.map((entry) => (
		<ExtraErrors key={entry.id} name={entry.id}>
			{createElement(bodyOf(entry))}
		</ExtraErrors>
	))
}
