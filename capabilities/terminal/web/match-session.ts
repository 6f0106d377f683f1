import type { ReplyOf } from '@drydock/contract'
import type { shellPs } from '../contract.ts'
import type { TerminalTab } from './tabs.ts'

/** spec: tab-to-session matching */
const nearMs = 45_000

/**
 * The terminal of a tab that was closed with its page before it heard which one is its own: of the same kind, in the same folder, begun at
 * about the same time, and nobody else's.
 */
export function matchSession(sessions: ReplyOf<typeof shellPs>['sessions'], tab: TerminalTab, others: readonly TerminalTab[]): string | undefined {
	const taken = new Set(others.map(({ sid }) => sid))
	const apart = (started: number) => Math.abs(started * 1000 - tab.startedAt)
	return sessions
		.filter(({ sid, status, runner, cwd, started, viewers }) => status === 'running' && viewers === 0 && !taken.has(sid) && runner === tab.runner && cwd === tab.cwd && apart(started) <= nearMs)
		.sort((a, b) => apart(a.started) - apart(b.started))[0]?.sid
}
