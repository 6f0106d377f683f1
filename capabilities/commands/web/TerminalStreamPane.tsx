import { runnerNames } from '@drydock/contract'
import { confirmed } from '@drydock/editor-kit/confirmed.ts'
import { Banner, Button, Checkbox, Field, FollowScroll, PaneBody, Select, TextInput } from '@drydock/ui'
import { ListChecks, Play, Square } from '@drydock/ui/icons'
import { asFault, findCommand, runCommand, useApi, useCall, usePaneTab, usePreference, useProject, useRun, useSend } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { shellCapabilities } from '../../shell-policy/contract.ts'
import { cancelTask } from '../../tasks/contract.ts'
import { ptyDiag } from '../../terminal/contract.ts'
import { shellRun, shellStream } from '../contract.ts'
import { foldOutput, noOutput, type Output } from './fold-output.ts'
import { OutputView, type Buffered } from './OutputView.tsx'
import { streamForm } from './preferences.ts'
import './TerminalStreamPane.css'

type Problem = { code: string; message: string; hint?: string }

/** spec/2 §2, Terminal Stream: one command, followed or run as a whole. */
export default function TerminalStreamPane() {
	const api = useApi()
	const project = useProject()
	const [form, setForm] = usePreference(streamForm)
	const diag = useCall(ptyDiag, {})
	const capabilities = useCall(shellCapabilities, {})
	const run = useRun(shellStream, { initial: noOutput, fold: foldOutput, isLast: ({ type }) => type === 'exit' || type === 'error', canResume: true })
	const cancel = useSend(cancelTask)
	useReattach(run)
	const [buffered, setBuffered] = useState<Buffered>()
	const [problem, setProblem] = useState<Problem>()
	const [isBuffering, setBuffering] = useState(false)
	const cwd = form.cwd ?? project.cwd
	const runner = form.runner || diag.data?.default_runner || 'bash'
	const isRunning = run.status === 'connecting' || run.status === 'live' || run.status === 'waiting'
	const isIdle = form.cmd.trim() !== '' && !isRunning && !isBuffering
	const what = { cmd: form.cmd, cwd, runner }
	const on_copy = form.onCopy

	function handleStream(confirm?: string) {
		setBuffered(undefined)
		setProblem(undefined)
		run.start({ ...what, on_copy, id: crypto.randomUUID(), confirm })
	}

	async function handleBuffered() {
		run.stop()
		setBuffering(true)
		setBuffered(undefined)
		setProblem(undefined)
		try {
			const reply = await confirmed((confirm) => api.send(shellRun, { ...what, on_copy, confirm }), { title: 'Run this command?' })
			if (reply) setBuffered(reply)
		} catch (error) {
			setProblem(asFault(error))
		}
		setBuffering(false)
	}

	const failure = problem ?? run.error
	return (
		<PaneBody
			label="Terminal Stream"
			className="TerminalStreamPane"
			header={
				<form
					className="TerminalStreamPane-form"
					onSubmit={(event) => {
						event.preventDefault()
						if (isIdle) handleStream()
					}}
				>
					<p className="TerminalStreamPane-preface">
						{capabilities.data
							? `In the sandbox, without input. ${capabilities.data.indexParallelThreads} threads; ${capabilities.data.allowlistSize} entries of the allowlist run without asking, anything else asks you.`
							: (capabilities.error?.message ?? 'In the sandbox, without input.')}
					</p>
					<Field label="Runner" isInline>
						<Select value={runner} onChange={({ target }) => setForm({ ...form, runner: runnerNames.find((name) => name === target.value) ?? '' })}>
							{diag.data?.runners.map(({ name, title, available, reason }) => (
								<option key={name} value={name} disabled={!available} title={reason}>
									{title}
								</option>
							)) ?? <option>{runner}</option>}
						</Select>
					</Field>
					<Field label="Folder" isInline>
						<TextInput isMono value={cwd} onChange={({ target }) => setForm({ ...form, cwd: target.value })} />
					</Field>
					<Field label="Command" isInline className="TerminalStreamPane-command">
						<TextInput isMono value={form.cmd} placeholder="npm test" onChange={({ target }) => setForm({ ...form, cmd: target.value })} />
					</Field>
					<div className="TerminalStreamPane-buttons">
						<Button type="submit" variant="primary" icon={<Play />} disabled={!isIdle}>
							Stream
						</Button>
						<Button icon={<Square />} disabled={!isRunning || run.state.taskId === undefined} isBusy={cancel.isPending} onClick={() => cancel.mutate({ id: run.state.taskId ?? '' })}>
							Stop
						</Button>
						<Button disabled={!isIdle} isBusy={isBuffering} onClick={() => void handleBuffered()}>
							Run buffered
						</Button>
						<Checkbox label="On a copy" title="Without network; what it would change is looked at first" isChecked={form.onCopy} onChange={(onCopy) => setForm({ ...form, onCopy })} />
						{findCommand('tests.use') && (
							<Button variant="quiet" icon={<ListChecks />} disabled={form.cmd.trim() === ''} title="Tests runs it from now on" onClick={() => void runCommand('tests.use', what)}>
								Save as test command
							</Button>
						)}
					</div>
				</form>
			}
		>
			{failure && <Failure problem={failure} onRun={() => handleStream(wordOf(run.error?.details))} onPolicy={() => void runCommand('shell-policy.open', { cmd: form.cmd })} />}
			<FollowScroll label="Output" className="TerminalStreamPane-output">
				<OutputView output={run.state} buffered={buffered} isRunning={isRunning} isWaiting={run.status === 'waiting'} />
			</FollowScroll>
		</PaneBody>
	)
}

/** The tab remembers its command: a reload goes on with it. */
function useReattach(run: { state: Output; start(input: { cmd: string; task: string }): void }) {
	const tab = usePaneTab()
	const latest = useRef({ tab, run })
	useEffect(() => {
		latest.current = { tab, run }
	})
	useEffect(() => {
		const { task } = latest.current.tab.config
		if (typeof task === 'string') latest.current.run.start({ cmd: '', task })
	}, [])
	const { taskId } = run.state
	useEffect(() => {
		if (taskId !== undefined) latest.current.tab.setConfig({ task: taskId })
	}, [taskId])
}

/** A command that asks is shown exactly before it runs; one that is blocked leads to its policy. */
function Failure({ problem: { code, message, hint }, onRun, onPolicy }: { problem: Problem; onRun(): void; onPolicy(): void }) {
	if (code === 'confirmation_required') {
		return (
			<Banner
				tone="attention"
				actions={
					<>
						<Button isSmall variant="primary" onClick={onRun}>
							Run it
						</Button>
						<Button isSmall onClick={onPolicy}>
							Open Shell Policy
						</Button>
					</>
				}
			>
				{message}
			</Banner>
		)
	}
	return (
		<Banner
			tone="bad"
			actions={
				code === 'policy_violation' && (
					<Button isSmall onClick={onPolicy}>
						Open Shell Policy
					</Button>
				)
			}
		>
			{message}
			{hint ? `. ${hint}` : ''}
		</Banner>
	)
}

function wordOf(details: unknown): string | undefined {
	const word: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, 'token') : undefined
	return typeof word === 'string' ? word : undefined
}
