import { stat } from 'node:fs/promises'
import { DrydockError } from '@drydock/contract'

/** A disk that answered is trusted for so long. */
const trustMs = 1000
/** Disks that were asleep need some seconds. */
const patienceMs = 10_000

/** Resolves when the disk of a root answers; undefined when it did just now. */
export type Pulse = (root: string) => Promise<void> | undefined

/**
 * A disk that never answers (a network folder whose server is away) keeps a thread of Node's for each call, and there are few of them. So one
 * question waits for it, whoever asks, and the calls fail after a while by name.
 */
export function createPulse(ask: (root: string) => Promise<unknown> = stat, patience = patienceMs): Pulse {
	const asked = new Map<string, { answeredAt: number; waiting?: Promise<void> }>()
	return (root) => {
		const known = asked.get(root) ?? { answeredAt: -Infinity }
		asked.set(root, known)
		if (performance.now() - known.answeredAt < trustMs) return undefined
		const answered = () => {
			known.answeredAt = performance.now()
			known.waiting = undefined
		}
		known.waiting ??= ask(root).then(answered, answered)
		return within(known.waiting, patience, root)
	}
}

async function within(answer: Promise<void>, patience: number, root: string) {
	const late = Promise.withResolvers<never>()
	const timer = setTimeout(() => late.reject(new DrydockError(503, 'workspace.disk_silent', `The disk with ${root} does not answer`, { hint: 'If it is a network folder, its server may be away. This goes on by itself when it answers.' })), patience)
	await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
