import type { Scope } from '@drydock/contract'

/** Who sent a request. */
export interface Caller {
	scope: Exclude<Scope, 'public'>
	/** The signed-in session, `program` for the API key, the task id for an agent. Sessions of terminals belong to it. */
	session: string
}

const rank: Record<Scope, number> = { public: 0, agent: 1, user: 2, admin: 3 }

/** Whether a caller may use an endpoint of that scope; an admin is a person too, an agent never is. */
export function mayUse(caller: Caller, scope: Scope): boolean {
	return rank[caller.scope] >= rank[scope]
}
