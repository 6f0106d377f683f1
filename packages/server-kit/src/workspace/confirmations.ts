import { randomBytes } from 'node:crypto'
import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'

// Long enough to read what is asked, short enough to be forgotten.
const validMs = 5 * 60_000
// A page asks for one at a time; more are a loop.
const waitingLimit = 100

/** One-time words for exactly one action of a person: the first try is answered with a word, the second one carries it. */
export interface Confirmations {
	/** Passes with the word given for this very action before; otherwise fails with 403 `confirmation_required` and a new word. */
	require(action: string, word: string | undefined, sentence: string): void
}

export function createConfirmations(clock: Clock): Confirmations {
	const waiting = new Map<string, { action: string; until: number }>()
	return {
		require(action, word, sentence) {
			const known = word === undefined ? undefined : waiting.get(word)
			if (word !== undefined) waiting.delete(word)
			if (known?.action === action && known.until > clock.now()) return
			const [oldest] = waiting.keys()
			if (waiting.size >= waitingLimit && oldest !== undefined) waiting.delete(oldest)
			const token = randomBytes(18).toString('base64url')
			waiting.set(token, { action, until: clock.now() + validMs })
			throw new DrydockError(403, 'confirmation_required', sentence, { hint: 'Confirm to go on.', details: { token } })
		},
	}
}
