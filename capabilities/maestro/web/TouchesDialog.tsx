import { Button, Checkbox, Dialog, ErrorState, Skeleton } from '@drydock/ui'
import { openPane, useCall, usePreference, useProject } from '@drydock/web-kit'
import { sandboxProfile } from '../../sandbox/contract.ts'
import { copiesPreference } from './preferences.ts'
import './TouchesDialog.css'

const gibibyte = 2 ** 30

/** What the commands of a run can touch: its sandbox profile in a few lines. */
export function TouchesDialog({ cwd, onClose }: { cwd: string; onClose(): void }) {
	const project = useProject()
	const { data, error, refetch } = useCall(sandboxProfile, { cwd: cwd || project.cwd })
	const [isOnCopy, setIsOnCopy] = usePreference(copiesPreference)
	function handleMore() {
		openPane('sandbox')
		onClose()
	}
	return (
		<Dialog
			title="What commands can touch"
			size="medium"
			onClose={onClose}
			footer={
				<Button variant="quiet" onClick={handleMore}>
					Open Sandbox
				</Button>
			}
		>
			{error && <ErrorState title="The sandbox could not be asked" error={error} onRetry={() => void refetch()} />}
			{!data && !error && <Skeleton rows={5} />}
			{data && !data.profile && <p>{`Commands cannot run here: ${data.reason ?? 'there is no sandbox.'}`}</p>}
			{data?.profile && (
				<>
					<dl className="TouchesDialog-facts">
						<dt>Read and write</dt>
						<dd>
							<code>{data.profile.root}</code>. What a command changes is recorded and can be taken back.
						</dd>
						<dt>Only read</dt>
						<dd>{['the system’s programs', ...data.profile.toolchains, ...data.profile.guarded].join(', ')}</dd>
						<dt>Reach</dt>
						<dd>{data.profile.hosts.length > 0 ? data.profile.hosts.join(', ') : 'no network'}</dd>
						<dt>Secrets</dt>
						<dd>none</dd>
						<dt>Limits</dt>
						<dd>{`${data.profile.counted === undefined ? '' : `${(data.profile.limits.memory_bytes / gibibyte).toFixed(1)} GiB of memory and `}${data.profile.limits.processes} processes together`}</dd>
					</dl>
					<Checkbox
						label="Run commands on a copy first"
						hint={data.shadow.available ? 'For the next runs: a command starts at once on a copy of the project, without network, and you approve what it would change.' : `Not here: ${data.shadow.reason ?? 'this system has no copies.'} What commands change is recorded, and the history takes it back.`}
						isChecked={isOnCopy && data.shadow.available}
						disabled={!data.shadow.available}
						onChange={setIsOnCopy}
					/>
				</>
			)}
		</Dialog>
	)
}
