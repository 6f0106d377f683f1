import type { RunnerName } from '@drydock/contract'
import { Button, Menu, type MenuItem } from '@drydock/ui'
import { Layers } from '@drydock/ui/icons'
import { usePoll, useSend } from '@drydock/web-kit'
import { endTerminal, shellPs } from '../contract.ts'
import { ageText } from './amounts.ts'
import { openTab, selectTab, type TerminalTab } from './tabs.ts'

/** spec: PTY session polling */
const pollMs = 5000

/** How many terminals run on the server, and a way to those that no tab shows. */
export function SessionsChip({ tabs }: { tabs: readonly TerminalTab[] }) {
	const { data } = usePoll(shellPs, {}, { everyMs: pollMs })
	const end = useSend(endTerminal, { refresh: [shellPs] })
	const running = data?.sessions.filter(({ status }) => status === 'running') ?? []
	if (running.length === 0) return undefined
	// Another browser may have a tab for it.
	const lost = running.filter(({ sid, viewers }) => viewers === 0 && !tabs.some((tab) => tab.sid === sid))
	const items: MenuItem[] = running.map(({ sid, pid, runner, cwd, age_sec }) => {
		const tab = tabs.find((each) => each.sid === sid)
		return { label: `${tab?.title ?? 'No tab'}: ${runner} ${pid}, ${cwd}, ${ageText(age_sec)}`, onSelect: () => (tab ? selectTab(tab.id) : openTab({ sid, cwd, runner: runner as RunnerName })) }
	})
	if (lost.length > 0) items.push('separator', { label: `End the ${lost.length} without a tab`, isDanger: true, onSelect: () => lost.forEach(({ sid }) => end.mutate({ sid })) })
	return (
		<Menu
			align="end"
			items={items}
			trigger={
				<Button isSmall variant="quiet" icon={<Layers />}>
					{running.length === 1 ? '1 session' : `${running.length} sessions`}
				</Button>
			}
		/>
	)
}
