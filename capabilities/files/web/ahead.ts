import type { ReplyOf } from '@drydock/contract'
import { project, type Api } from '@drydock/web-kit'
import { listNames } from '../contract.ts'

let asked: { cwd: string; reply: Promise<ReplyOf<typeof listNames>> } | undefined

/** Asks for the first folder while the page is still being drawn. */
export function readAhead(api: Api): void {
	const { cwd } = project()
	const reply = api.send(listNames, { cwd, path: '' })
	asked = { cwd, reply }
	// Whoever takes it hears of a failure.
	reply.catch(() => {})
}

/** The answer, once: later readers ask anew. */
export function takeAhead(cwd: string, path: string): Promise<ReplyOf<typeof listNames>> | undefined {
	if (asked?.cwd !== cwd || path !== '') return undefined
	const { reply } = asked
	asked = undefined
	return reply
}
