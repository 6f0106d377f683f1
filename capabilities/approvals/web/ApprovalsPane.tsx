import { Banner, Button, Checkbox, EmptyState, Field, NumberInput, PaneBody, Select, Spacer, Toolbar } from '@drydock/ui'
import { RefreshCw, ShieldCheck } from '@drydock/ui/icons'
import { usePoll, usePreference } from '@drydock/web-kit'
import { listApprovals } from '../contract.ts'
import { ApprovalsTable } from './ApprovalsTable.tsx'
import { autoRefreshPreference, intervalPreference, intervalStep, leastInterval, mostInterval, statuses, statusPreference, type Status } from './preferences.ts'
import './ApprovalsPane.css'

/** spec/3 §2, the approvals queue. */
export default function ApprovalsPane() {
	const [status, setStatus] = usePreference(statusPreference)
	const [isAuto, setIsAuto] = usePreference(autoRefreshPreference)
	const [interval, setInterval] = usePreference(intervalPreference)
	const { data, error, isFetching, refetch } = usePoll(listApprovals, { status }, { everyMs: isAuto ? interval : never, retryMs: isAuto ? undefined : { base: never, cap: never } })
	const items = data?.items ?? []
	return (
		<PaneBody
			label="Approvals"
			className="ApprovalsPane"
			header={
				<>
					<Toolbar label="Approvals">
						<Select aria-label="Status" className="ApprovalsPane-status" value={status} onChange={(event) => setStatus(statusOf(event.target.value))}>
							{statuses.map((each) => (
								<option key={each}>{each}</option>
							))}
						</Select>
						<Button isSmall icon={<RefreshCw />} isBusy={isFetching && !isAuto} onClick={() => void refetch()}>
							Load
						</Button>
						<Spacer />
						<Checkbox label="Auto refresh" isChecked={isAuto} onChange={setIsAuto} />
						<Field label="ms" isInline className="ApprovalsPane-interval">
							<NumberInput aria-label="Interval in ms" value={interval} min={leastInterval} max={mostInterval} step={intervalStep} disabled={!isAuto} onCommit={setInterval} />
						</Field>
					</Toolbar>
					{error && (
						<Banner tone="bad">
							{loadError(error.status)}
							{error.status > 0 && error.message ? `: ${error.message}` : ''}
						</Banner>
					)}
				</>
			}
		>
			{items.length > 0 && <ApprovalsTable items={items} />}
			{!data && !error && (
				<p className="ApprovalsPane-loading" role="status">
					Loading...
				</p>
			)}
			{data && items.length === 0 && (
				<EmptyState icon={<ShieldCheck />} title="No items">
					{status === 'pending' ? 'What an agent may not do by itself waits here for you.' : `Nothing was ${status} yet.`}
				</EmptyState>
			)}
		</PaneBody>
	)
}

/** A day: without auto refresh the list is loaded by hand. */
const never = 86_400_000

function statusOf(text: string): Status {
	return statuses.find((each) => each === text) ?? 'pending'
}

/** spec/3 §8. */
function loadError(status: number): string {
	return status === 0 ? 'Network error' : `Failed to load approvals (${status})`
}
