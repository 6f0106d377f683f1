import { runnerNames, type ReplyOf, type RunnerName } from '@drydock/contract'
import { confirmed } from '@drydock/editor-kit/confirmed.ts'
import { Badge, Banner, Button, Field, Select, TextInput } from '@drydock/ui'
import { Play } from '@drydock/ui/icons'
import { asFault, useApi, useCall, useProject, useRefresh } from '@drydock/web-kit'
import { useState } from 'react'
import { shellRun } from '../../commands/contract.ts'
import { ptyDiag } from '../../terminal/contract.ts'
import { explainCommand, getWhitelist } from '../contract.ts'
import type { Draft } from './AddRule.tsx'
import { Explanation } from './Explanation.tsx'

type Result = { kind: 'ran'; reply: ReplyOf<typeof shellRun> } | { kind: 'blocked' | 'error'; message: string; hint?: string }

/** spec/3 §4: allowed with exit code 0, blocked by policy, or an error. What the policy makes of it shows while it is typed. */
export function TryCommand({ cmd, onCmd, onAllow }: { cmd: string; onCmd(cmd: string): void; onAllow(rule: Pick<Draft, 'text' | 'kind'>): void }) {
	const project = useProject()
	const api = useApi()
	const refresh = useRefresh()
	const diag = useCall(ptyDiag, {})
	const [runner, setRunner] = useState<RunnerName>()
	const [cwd, setCwd] = useState(project.cwd)
	const [result, setResult] = useState<Result>()
	const [isBusy, setBusy] = useState(false)
	const chosen = runner ?? diag.data?.default_runner ?? 'bash'
	const explained = useCall(explainCommand, { cmd, cwd, runner: chosen }, { enabled: cmd.trim() !== '', keepPrevious: true })

	async function handleRun() {
		setBusy(true)
		setResult(undefined)
		try {
			const reply = await confirmed((confirm) => api.send(shellRun, { cmd, cwd, runner: chosen, confirm }), { title: 'Run this command?' })
			setResult(reply ? { kind: 'ran', reply } : { kind: 'blocked', message: 'Not run: you did not confirm it' })
		} catch (cause) {
			const { message, hint } = asFault(cause)
			// spec/3 §4: how a block is told from any other failure.
			setResult({ kind: /policy|denied|blocked/i.test(message) ? 'blocked' : 'error', message, hint })
		}
		setBusy(false)
		await refresh(getWhitelist)
	}

	return (
		<form
			className="TryCommand"
			onSubmit={(event) => {
				event.preventDefault()
				if (cmd.trim() !== '' && !isBusy) void handleRun()
			}}
		>
			<div className="TryCommand-where">
				<Field label="Runner">
					<Select value={chosen} onChange={({ target }) => setRunner(runnerNames.find((name) => name === target.value))}>
						{diag.data?.runners.map(({ name, title, available, reason }) => (
							<option key={name} value={name} disabled={!available} title={reason}>
								{title}
							</option>
						)) ?? <option>{chosen}</option>}
					</Select>
				</Field>
				<Field label="Folder">
					<TextInput isMono value={cwd} onChange={({ target }) => setCwd(target.value)} />
				</Field>
			</div>
			<div className="TryCommand-line">
				<Field label="Command">
					<TextInput isMono value={cmd} placeholder="git log --oneline | head -5" onChange={({ target }) => onCmd(target.value)} />
				</Field>
				<Button type="submit" variant="primary" icon={<Play />} isBusy={isBusy} disabled={cmd.trim() === ''}>
					Run
				</Button>
			</div>
			{cmd.trim() !== '' && explained.data && <Explanation of={explained.data} onAllow={onAllow} />}
			{explained.error && <Banner tone="bad">{explained.error.message}</Banner>}
			{result && <ResultView result={result} />}
		</form>
	)
}

function ResultView({ result }: { result: Result }) {
	if (result.kind !== 'ran') {
		return (
			<Banner tone={result.kind === 'blocked' ? 'attention' : 'bad'}>
				{result.message}
				{result.hint ? `. ${result.hint}` : ''}
			</Banner>
		)
	}
	const { code, stdout, stderr, duration_ms } = result.reply
	return (
		<div className="TryCommand-result" role="status">
			<p>
				<Badge tone={code === 0 ? 'good' : 'bad'}>{code === 0 ? 'allowed' : `exit code ${code}`}</Badge> {(duration_ms / 1000).toFixed(2)} s
			</p>
			{stdout !== '' && (
				<pre tabIndex={0} aria-label="Output">
					{stdout}
				</pre>
			)}
			{stderr !== '' && (
				<pre tabIndex={0} aria-label="Errors" className="TryCommand-errors">
					{stderr}
				</pre>
			)}
		</div>
	)
}
