import { DrydockError } from '@drydock/contract'

const hints: Partial<Record<NodeJS.Platform, string>> = {
	linux: 'Install bubblewrap 0.8 or newer (Debian, Ubuntu: "apt-get install bubblewrap") and allow user namespaces. Without the sandbox commands of agents and panes stay off; terminals work.',
}
const otherwise = 'Without the sandbox commands of agents and panes stay off; terminals work.'

/** 503 `sandbox_unavailable`: nothing ever runs without a sandbox. */
export function unavailable(cause: string): DrydockError {
	const reason = cause.trim().split('\n', 1)[0] || 'it did not start'
	return new DrydockError(503, 'sandbox_unavailable', `The sandbox could not be started, so nothing was run: ${reason}`, { hint: hints[process.platform] ?? otherwise })
}
