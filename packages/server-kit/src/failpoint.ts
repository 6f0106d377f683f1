/**
 * Named places where a test may make the process die, throw or wait: `DRYDOCK_FAIL=name:count:kill9|throw|delay`,
 * several separated by commas; `count` is the hit at which it acts. Every write boundary has one, so that recovery is tested at each.
 */

type Action = 'kill9' | 'throw' | 'delay'
interface Plan {
	left: number
	action: Action
}

const delayMs = 200
const plans = parsePlans(process.env['DRYDOCK_FAIL'])

export function parsePlans(text: string | undefined): Map<string, Plan> {
	const found = new Map<string, Plan>()
	for (const part of text?.split(',').filter(Boolean) ?? []) {
		const [name, count, action] = part.split(':')
		if (!name || !Number(count) || (action !== 'kill9' && action !== 'throw' && action !== 'delay')) throw new Error(`DRYDOCK_FAIL has a bad part "${part}": name:count:kill9|throw|delay`)
		found.set(name, { left: Number(count), action })
	}
	return found
}

/** Acts when a test asked for it at this place; otherwise costs one map lookup. */
export async function failpoint(name: string): Promise<void> {
	const plan = plans.get(name)
	if (!plan || --plan.left !== 0) return
	if (plan.action === 'kill9') process.kill(process.pid, 'SIGKILL')
	if (plan.action === 'throw') throw new Error(`failpoint ${name}`)
	await new Promise((resolve) => setTimeout(resolve, delayMs))
}
