import type { ReplyOf } from '@drydock/contract'
import { project, type Api } from '@drydock/web-kit'
import { listNames } from '../contract.ts'

let asked: { cwd: string; path: string; reply: Promise<ReplyOf<typeof listNames>> } | undefined

/** Asks for the first folder while the page is still being drawn. */
export function readAhead(api: Api): void {
	askAhead(api, project().cwd, '')
}

/** Asks for a folder that will probably be opened in a moment; only the last one is kept. */
export function askAhead(api: Api, cwd: string, path: string): void {
	const reply = api.send(listNames, { cwd, path })
	asked = { cwd, path, reply }
	// Whoever takes it hears of a failure.
	reply.catch(() => {})
}

/** The answer, once: later readers ask anew. */
export function takeAhead(cwd: string, path: string): Promise<ReplyOf<typeof listNames>> | undefined {
	if (asked?.cwd !== cwd || path !== asked.path) return undefined
	const { reply } = asked
	asked = undefined
	return reply
}
