import { call, is } from '@drydock/contract'

const status = is.oneOf('pending', 'approved', 'rejected', 'expired')

/** spec/3 §3 "Approval item", with what a card needs beyond it. */
export const ApprovalItem = is.object({
	approval_id: is.text(),
	task_id: is.text(),
	agent: is.text(),
	stage: is.text(),
	/** Name of the tool, or `ask` for a question, or `stuck`. */
	action: is.text(),
	status,
	/** Epoch seconds. */
	created_at: is.number(),
	expires_at: is.number(),
	decided_at: is.maybe(is.number()),
	decided_by: is.maybe(is.text()),
	reason: is.maybe(is.text()),
	call: is.maybe(is.text()),
	message: is.text(),
	/** `command`, `cwd`, `path`, `preview` (a unified diff), `question`, `options`, `risk`, `hash`. */
	metadata: is.record(is.anything()),
})

/** Only a person decides: an agent's token is refused. Deciding twice is 409 `not_pending`. */
export const decideApproval = call({
	method: 'POST',
	path: '/approvals/decide',
	summary: 'Allow or refuse what a run waits for.',
	body: {
		task_id: is.text({ maxLength: 100 }),
		action_id: is.text({ maxLength: 100 }),
		allow: is.flag(),
		/** Told to the agent; the answer, if it was a question. */
		reason: is.maybe(is.text({ maxLength: 10_000 })),
	},
	reply: is.object({ ok: is.flag(), status }),
})

export const listApprovals = call({
	method: 'GET',
	path: '/tools/approvals/list',
	summary: 'The approvals queue, newest first.',
	query: { status: is.maybe(status) },
	reply: is.object({ ok: is.flag(), items: is.list(ApprovalItem) }),
})

export const commitApproval = call({
	method: 'POST',
	path: '/tools/approvals/commit',
	summary: 'Approve or reject an item of the queue.',
	body: { approval_id: is.text({ maxLength: 100 }), decision: is.oneOf('approve', 'reject'), reason: is.maybe(is.text({ maxLength: 10_000 })) },
	reply: is.object({ ok: is.flag(), detail: is.text() }),
})
