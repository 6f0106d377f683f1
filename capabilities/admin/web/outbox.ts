import { preference, readPreference, writePreference } from '@drydock/web-kit'

/** Feedback that did not reach the server yet. */
export interface Waiting {
	kind: string
	note: string
	client_id: string
}

/** More than someone writes on one train ride. */
const mostWaiting = 20

export const outbox = preference<readonly Waiting[]>('feedback_outbox', 'Feedback to be sent', [], (stored, initial) => (Array.isArray(stored) ? stored.filter(isWaiting).slice(-mostWaiting) : initial))

function isWaiting(value: unknown): value is Waiting {
	return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string' && 'note' in value && typeof value.note === 'string' && 'client_id' in value && typeof value.client_id === 'string'
}

export function hasOutbox(): boolean {
	return readPreference(outbox).length > 0
}

export function keepForLater(feedback: Waiting): void {
	writePreference(outbox, [...readPreference(outbox), feedback])
}

export function forget(clientId: string): void {
	writePreference(
		outbox,
		readPreference(outbox).filter(({ client_id }) => client_id !== clientId),
	)
}
