import { Button } from '@drydock/ui'
import { ShieldAlert } from '@drydock/ui/icons'
import { openPane, useApi } from '@drydock/web-kit'
import { markTab } from '@drydock/web-kit/late/attention.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listApprovals } from '../contract.ts'
import './PendingStatus.css'

/** A run that waits for an answer stands still meanwhile. */
const everyMs = 5000

/** How many approvals wait: in the header, and in the title and icon of the tab, so it looks also while the page is hidden. */
export default function PendingStatus() {
	const api = useApi()
	const { data: count = 0 } = useQuery({
		queryKey: [listApprovals.path, { status: 'pending' }, 'count'],
		queryFn: async ({ signal }) => (await api.send(listApprovals, { status: 'pending' }, { signal, attempts: 1 })).items.length,
		refetchInterval: everyMs,
		refetchIntervalInBackground: true,
	})
	useEffect(() => {
		markTab(count)
		return () => markTab(0)
	}, [count])
	if (count === 0) return undefined
	return (
		<Button isSmall icon={<ShieldAlert />} className="PendingStatus" onClick={() => openPane('approvals-queue', { focus: true })}>
			{count === 1 ? '1 approval' : `${count} approvals`}
		</Button>
	)
}
