import { Badge, Button } from '@drydock/ui'
import { RefreshCw } from '@drydock/ui/icons'
import { asFault } from '@drydock/web-kit'
import { useCapabilities } from './capabilities.ts'

/** spec/3 §2: what commands have here, in one line. */
export function CapabilitiesLine({ cwd }: { cwd: string }) {
	const { data, error, isFetching, refetch } = useCapabilities(cwd)
	return (
		<div className="CapabilitiesLine" role="status" aria-label="Capabilities">
			{data && (
				<>
					<Badge tone={data.sandbox ? 'good' : 'bad'} title={data.sandbox_error ?? undefined}>
						{data.sandbox ? 'Sandbox on' : 'No sandbox'}
					</Badge>
					<span>
						{data.indexParallelThreads} threads · {data.allowlistSize} entries run without asking: <code>{data.allowlistSample.join(', ')}…</code>
					</span>
				</>
			)}
			{error && (
				<>
					<span role="alert">{asFault(error).message}</span>
					<Button isSmall icon={<RefreshCw />} isBusy={isFetching} onClick={() => void refetch()}>
						Retry
					</Button>
				</>
			)}
		</div>
	)
}
