import { serve } from '@drydock/server-kit'
import type { Approval } from '@drydock/server-kit/tasks/index.ts'
import * as contract from '../contract.ts'

export default serve(contract, ({ tasks: { approvals } }) => ({
	async decideApproval({ task_id, action_id, allow, reason }) {
		const { status } = await approvals.decide(action_id, { allow, by: 'user', reason, task: task_id })
		return { ok: true, status }
	},
	listApprovals: async ({ status }) => ({ ok: true, items: (await approvals.list({ status })).map(itemOf) }),
	async commitApproval({ approval_id, decision, reason }) {
		const { status } = await approvals.decide(approval_id, { allow: decision === 'approve', by: 'user', reason })
		return { ok: true, detail: status }
	},
}))

function itemOf({ id, task, created_at, expires_at, decided_at, ...rest }: Approval) {
	const { agent, stage, action, status, decided_by, reason, call, message, metadata } = rest
	return {
		approval_id: id,
		task_id: task,
		created_at: created_at / 1000,
		expires_at: expires_at / 1000,
		decided_at: decided_at === undefined ? undefined : decided_at / 1000,
		agent,
		stage,
		action,
		status,
		decided_by,
		reason,
		call,
		message,
		metadata,
	}
}
