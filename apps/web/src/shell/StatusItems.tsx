import { late, type LateComponent } from '@drydock/ui'
import { registry, type StatusEntry } from '@drydock/web-kit'
import { createElement } from 'react'
import { ExtraErrors } from './ExtraErrors.tsx'
import { afterStart } from './preload.ts'

const bodies = new Map<string, LateComponent<object>>()

function bodyOf({ id, load }: StatusEntry): LateComponent<object> {
	// Nobody waits for them; the layout comes first.
	const body = bodies.get(id) ?? late(() => afterStart().then(load))
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
