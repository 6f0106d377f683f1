import { Badge, durationText } from '@drydock/ui'
import { CircleAlert, CircleCheck } from '@drydock/ui/icons'
import type { ReactNode } from 'react'
import type { ServerState } from '../contract.ts'

const openNames: Record<string, string> = { streams: 'Event streams', sockets: 'Web sockets', watches: 'Watched folders', terminals: 'Your terminals' }

/** The server's state as a list of facts. */
export function StateFacts({ state }: { state: ServerState }) {
	const { memory, event_loop: loop, bench, chaos } = state
	return (
		<dl className="DiagnosticsPane-facts">
			<Fact name="Version">
				Drydock {state.version}, Node {state.node}, {state.platform}
			</Fact>
			<Fact name="Uptime">{durationText(state.uptime_s * 1000)}</Fact>
			<Fact name="Memory">
				{megabytes(memory.rss)} in all, {megabytes(memory.heap_used)} of {megabytes(memory.heap_total)} heap
			</Fact>
			<Fact name="Event loop lag">{loop ? `${loop.p50_ms} ms median, ${loop.p99_ms} ms for 99 %, ${loop.max_ms} ms longest` : 'Measuring…'}</Fact>
			{Object.entries(state.open).map(([name, count]) => (
				<Fact key={name} name={openNames[name] ?? name}>
					{count}
				</Fact>
			))}
			<Fact name="Last benchmark">
				{bench ? (
					<>
						<Result isGood={bench.missed.length === 0}>{`${bench.held} of ${bench.figures} limits held`}</Result> {bench.date}
						{bench.missed.length > 0 && <p>Missed: {bench.missed.join(', ')}</p>}
					</>
				) : (
					'Not run here'
				)}
			</Fact>
			<Fact name="Last chaos run">
				{chaos ? (
					<>
						<Result isGood={chaos.failed === 0}>{chaos.failed === 0 ? `${chaos.passed} passed` : `${chaos.failed} of ${chaos.passed + chaos.failed} failed`}</Result> {chaos.date.slice(0, 10)}
					</>
				) : (
					'Not run here'
				)}
			</Fact>
		</dl>
	)
}

function Result({ isGood, children }: { isGood: boolean; children: string }) {
	return (
		<Badge tone={isGood ? 'good' : 'bad'} icon={isGood ? <CircleCheck /> : <CircleAlert />}>
			{children}
		</Badge>
	)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

function megabytes(bytes: number): string {
	return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}
