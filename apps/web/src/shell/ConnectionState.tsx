import { Badge, Button, useNow } from '@drydock/ui'
import { RefreshCw, WifiOff } from '@drydock/ui/icons'
import { retryNow, useConnection, usePageVersion, useRetryAt } from '@drydock/web-kit'
import './ConnectionState.css'

/** Whether the server answers, and whether it serves a newer page than this one. */
export function ConnectionState() {
	const connection = useConnection()
	const isOutdated = usePageVersion((state) => state.isOutdated)
	if (connection === 'offline') return <Offline />
	if (!isOutdated) return undefined
	return (
		<span className="ConnectionState" role="status">
			<Badge tone="attention" icon={<RefreshCw />}>
				A newer version is running
			</Badge>
			<Button isSmall variant="quiet" onClick={() => location.reload()}>
				Reload
			</Button>
		</span>
	)
}

function Offline() {
	const retryAt = useRetryAt()
	// Ticks only while there is something to count.
	const now = useNow(retryAt === undefined ? undefined : 1000)
	const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1000)
	return (
		<span className="ConnectionState" role="status">
			<Badge tone="bad" icon={<WifiOff />}>
				<span>
					Offline
					{/* Read out once, not every second. */}
					<span aria-hidden>{seconds > 0 ? `, retrying in ${seconds} s` : ', looking for the server…'}</span>
				</span>
			</Badge>
			<Button isSmall variant="quiet" onClick={retryNow}>
				Retry now
			</Button>
		</span>
	)
}
