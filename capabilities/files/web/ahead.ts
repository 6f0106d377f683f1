import type { ReplyOf } from '@drydock/contract'
import type { Api } from '@drydock/web-kit'
import { project } from '@drydock/web-kit/project.ts'
import { listNames } from '../contract.ts'

type Names = ReplyOf<typeof listNames>

interface Asked {
	cwd: string
	path: string
	reply: Promise<Names>
	/** The answer, once it is here. */
	names?: Names
}

let asked: Asked | undefined

/** Asks for the first folder while the page is still being loaded and drawn; asking again before it is taken changes nothing. */
export async function readAhead(api: Api): Promise<void> {
	const { cwd } = project()
	if (asked?.cwd !== cwd || asked.path !== '') askAhead(api, cwd, '')
	await asked?.reply
}

/** Asks for a folder that will probably be opened in a moment; only the last one is kept. */
export function askAhead(api: Api, cwd: string, path: string): void {
	const reply = api.send(listNames, { cwd, path })
	const own: Asked = { cwd, path, reply }
	asked = own
	// Whoever takes it hears of a failure.
	reply.then((names) => (own.names = names)).catch(() => {})
}

/** The first folder, if it is here already: then it stands in the first frame. */
export function arrivedAhead(cwd: string): Names | undefined {
	return asked?.cwd === cwd && asked.path === '' ? asked.names : undefined
}

/** The answer, once: later readers ask anew. */
export function takeAhead(cwd: string, path: string): Promise<Names> | undefined {
	if (asked?.cwd !== cwd || path !== asked.path) return undefined
	const { reply } = asked
	asked = undefined
	return reply
}
