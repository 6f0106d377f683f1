import { DrydockError, liveStatuses } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'

async function isLive({ tasks }: Kernel, id: string): Promise<boolean> {
	return tasks.get(id).then(({ status }) => liveStatuses.some((live) => live === status), () => false)
}

/** A rule for a run that is over would never count. */
export async function requireLive(kernel: Kernel, id: string): Promise<void> {
	if (!(await isLive(kernel, id))) throw new DrydockError(409, 'shell_policy.run_ended', 'That run is over', { hint: 'Add the rule for the project instead.' })
}

/** Rules of runs go with them. */
export async function dropEnded(kernel: Kernel): Promise<void> {
	const { rules } = kernel.processes
	for (const { id, scope, target } of await rules.list()) if (scope === 'run' && !(await isLive(kernel, target ?? ''))) await rules.remove([id])
}
