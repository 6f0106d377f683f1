import { runnerNames, type RunnerName } from '@drydock/contract'
import { agoText, Banner, Button, EmptyState, ErrorState, Field, PaneBody, Select, Skeleton, TextInput, useNow } from '@drydock/ui'
import { RefreshCw, Wrench } from '@drydock/ui/icons'
import { asFault, useApi, useCall, useProject } from '@drydock/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ptyDiag } from '../../terminal/contract.ts'
import { shellCaps } from '../contract.ts'
import { PtyFacts } from './PtyFacts.tsx'
import { ToolTable } from './ToolTable.tsx'
import './TerminalPreflightPane.css'

/** The age of what is remembered is told in minutes. */
const minute = 60_000

/** spec/2 §2, Terminal Preflight: what commands find here, what they do not, and how to mend it. */
export default function TerminalPreflightPane() {
	const project = useProject()
	const api = useApi()
	const diag = useCall(ptyDiag, {})
	const [runner, setRunner] = useState<RunnerName>()
	const [cwd, setCwd] = useState(project.cwd)
	const fresh = useRef(false)
	const now = useNow(minute)
	const chosen = runner ?? diag.data?.default_runner
	const { data, error, isFetching, refetch } = useQuery({
		queryKey: [shellCaps.path, chosen, cwd],
		queryFn: ({ signal }) => api.send(shellCaps, { runner: chosen, cwd, fresh: fresh.current }, { signal, attempts: 1 }),
		enabled: chosen !== undefined,
	})
	const missing = data?.runners.find(({ name, available }) => name === chosen && !available)

	async function handleRefresh() {
		fresh.current = true
		await Promise.all([refetch(), diag.refetch()])
		fresh.current = false
	}

	return (
		<PaneBody
			label="Terminal Preflight"
			header={
				<div className="TerminalPreflightPane-form">
					<Field label="Runner" isInline>
						<Select value={chosen ?? ''} onChange={({ target }) => setRunner(runnerNames.find((name) => name === target.value))}>
							{diag.data?.runners.map(({ name, title }) => (
								<option key={name} value={name}>
									{title}
								</option>
							))}
						</Select>
					</Field>
					<Field label="Folder" isInline>
						<TextInput isMono defaultValue={cwd} onBlur={({ target }) => setCwd(target.value)} onKeyDown={(event) => event.key === 'Enter' && setCwd(event.currentTarget.value)} />
					</Field>
					<Button icon={<RefreshCw />} isBusy={isFetching} onClick={() => void handleRefresh()}>
						Refresh
					</Button>
					{data && <span className="TerminalPreflightPane-age">Seen {agoText(data.at * 1000, now)}</span>}
				</div>
			}
		>
			{error && <ErrorState error={asFault(error)} onRetry={() => void handleRefresh()} />}
			{diag.error && !error && <ErrorState error={diag.error} onRetry={() => void diag.refetch()} />}
			{!data && !error && !diag.error && (
				<>
					<p className="TerminalPreflightPane-loading">Loading: each tool is asked for its version</p>
					<Skeleton rows={12} />
				</>
			)}
			{data && !error && (
				<div className="TerminalPreflightPane">
					{data.sandbox_error !== null && <Banner tone="bad">{data.sandbox_error}</Banner>}
					{missing && (
						<EmptyState icon={<Wrench />} title={`${missing.title} cannot be used here`}>
							{missing.reason}
						</EmptyState>
					)}
					{Object.entries(data.categories).map(([name, tools]) => (
						<ToolTable key={name} name={name} tools={tools} />
					))}
					{data.hidden.length > 0 && (
						<section aria-labelledby="preflight-hidden">
							<h2 id="preflight-hidden">What the sandbox keeps apart</h2>
							<ul>
								{data.hidden.map((sentence) => (
									<li key={sentence}>{sentence}</li>
								))}
							</ul>
						</section>
					)}
					{diag.data && <PtyFacts diag={diag.data} />}
				</div>
			)}
		</PaneBody>
	)
}
