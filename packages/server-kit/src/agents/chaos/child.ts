// One life of a server's engine: takes over what the life before left, starts what is missing, decides approvals, and ends when every run is over.
import { testAgents } from '../testing.ts'

const [folder = '', modelUrl = '', runs = '0'] = process.argv.slice(2)
const agents = await testAgents({ folder, modelUrl })
await agents.tasks.recover()

const ids: string[] = []
for (let n = 0; n < Number(runs); n++) {
	const { id } = await agents.agent.start({ task: `run ${n}`, cwd: agents.root, agent: 'Maestro' }, { clientId: `run-${n}` })
	ids.push(id)
}
await Promise.all(ids.map(decide))
await agents.stop()

/** The person: says no to what has "denied" in it, and yes to everything else. */
async function decide(id: string) {
	const pending = await agents.tasks.approvals.list({ task: id, status: 'pending' })
	const asked = new Set(pending.map((approval) => approval.id))
	for (const { id: action, metadata } of pending) await say(action, metadata)
	for await (const { type, data } of await agents.tasks.watch(id, 0, AbortSignal.timeout(60_000))) {
		const action = String(data['action_id'])
		if (type !== 'approval.requested' || asked.has(action)) continue
		if ((await agents.tasks.approvals.find(action))?.status === 'pending') await say(action, data['metadata'])
	}
}

async function say(action: string, metadata: unknown) {
	await agents.tasks.approvals.decide(action, { allow: !JSON.stringify(metadata).includes('denied'), by: 'user' })
}
