import { Badge, Banner, Button, durationText, EmptyState, ErrorState, ExactText, FollowScroll, IconButton, PaneBody, Select, Skeleton, Spacer, TextArea, Toolbar } from '@drydock/ui'
import { Box, Play, Send, Square } from '@drydock/ui/icons'
import { runCommand, useCall, usePaneTab, usePreference, useProject } from '@drydock/web-kit'
import type { KeyboardEvent } from 'react'
import { languageIds, sandboxModes, sandboxProfile, type LanguageId, type SandboxMode } from '../contract.ts'
import { EffectView } from './EffectView.tsx'
import { ProfileView } from './ProfileView.tsx'
import { codePreference, languagePreference, modePreference } from './preferences.ts'
import { useSnippet, type Exit } from './use-snippet.ts'
import { WaitingRuns } from './WaitingRuns.tsx'
import './SandboxPane.css'

const languageNames: Record<LanguageId, string> = { bash: 'Shell', node: 'JavaScript', python: 'Python', ruby: 'Ruby', perl: 'Perl' }
const modeNames: Record<SandboxMode, string> = { shadow: 'On a copy', 'read-only': 'Read only', project: 'In the project' }
const exceededNames = { memory: 'it used too much memory', processes: 'it started too many processes', disk: 'it filled the disk' }

/** spec/3 §2, Sandbox: a scratch pad. */
export default function SandboxPane() {
	const { cwd } = useProject()
	const { data, error, refetch } = useCall(sandboxProfile, { cwd })
	const [code, setCode] = usePreference(codePreference)
	const [savedLanguage, setLanguage] = usePreference(languagePreference)
	const [savedMode, setMode] = usePreference(modePreference)
	const snippet = useSnippet()
	const { config, setConfig } = usePaneTab()
	// What is looked at: one that waits, or one that another pane asked for.
	const shown = typeof config['effect'] === 'string' ? config['effect'] : undefined
	const setShown = (next: string | undefined) => setConfig({ effect: next })

	if (error) return <ErrorState title="The sandbox could not be asked" error={error} onRetry={() => void refetch()} />
	if (!data) return <Skeleton />
	if (!data.available || !data.profile) return <ErrorState title="There is no sandbox here, so nothing runs" error={{ message: data.reason ?? 'It did not start.' }} onRetry={() => void refetch()} />
	const { languages, profile, shadow } = data
	const language = languages.find(({ id }) => id === savedLanguage)?.id ?? languages[0]?.id ?? 'bash'
	const mode = savedMode === 'shadow' && !shadow.available ? 'read-only' : savedMode
	const effect = shown ?? snippet.exit?.effect
	const canRun = code.trim() !== '' && !snippet.isRunning

	function handleRun() {
		if (!canRun) return
		setShown(undefined)
		snippet.start({ cwd, language, code, mode })
	}
	function handleKey(event: KeyboardEvent) {
		if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
		event.preventDefault()
		handleRun()
	}
	return (
		<PaneBody
			label="Sandbox"
			className="SandboxPane"
			header={
				<Toolbar label="Snippet">
					<Select aria-label="Language" value={language} onChange={(event) => setLanguage(languageIds.find((id) => id === event.target.value) ?? language)}>
						{languages.map(({ id, version }) => (
							<option key={id} value={id}>{`${languageNames[id]} ${version}`}</option>
						))}
					</Select>
					<Select aria-label="Where it runs" value={mode} onChange={(event) => setMode(sandboxModes.find((id) => id === event.target.value) ?? mode)}>
						{sandboxModes.map((id) => (
							<option key={id} value={id} disabled={id === 'shadow' && !shadow.available}>
								{modeNames[id]}
							</option>
						))}
					</Select>
					<Spacer />
					<IconButton label="Send to Maestro" icon={<Send />} disabled={code.trim() === ''} onClick={() => void runCommand('maestro.run', { task: taskOf(language, code, snippet.chunks.map(({ text }) => text).join('')) })} />
					{snippet.isRunning ? (
						<Button isSmall icon={<Square />} onClick={snippet.stop}>
							Stop
						</Button>
					) : (
						<Button isSmall variant="primary" icon={<Play />} disabled={!canRun} title="Ctrl+Enter" onClick={handleRun}>
							Run
						</Button>
					)}
				</Toolbar>
			}
		>
			<TextArea className="SandboxPane-code" aria-label="Snippet" placeholder={`${languageNames[language]} to try out. Ctrl+Enter runs it.`} spellCheck={false} rows={6} value={code} onChange={(event) => setCode(event.target.value)} onKeyDown={handleKey} />
			<ProfileView profile={profile} mode={mode} shadow={shadow} cwd={cwd} />
			{(snippet.chunks.length > 0 || snippet.isRunning || snippet.exit || snippet.error) && (
				<section className="SandboxPane-result" aria-label="Result">
					<FollowScroll label="Output" className="SandboxPane-output">
						<pre>
							{snippet.chunks.map(({ stream, text }, at) => (
								<span key={at} className={`SandboxPane-${stream}`}>
									<ExactText text={text} keepLines />
								</span>
							))}
						</pre>
					</FollowScroll>
					{snippet.exit && <ExitLine exit={snippet.exit} mode={mode} />}
					{snippet.error !== undefined && (
						<Banner tone="bad">
							{snippet.error} {snippet.hint}
						</Banner>
					)}
				</section>
			)}
			{effect === undefined && snippet.exit === undefined && snippet.error === undefined && !snippet.isRunning && (
				<EmptyState icon={<Box />} title="Nothing ran yet">
					A snippet on a copy changes nothing in the project until you keep what it would change.
				</EmptyState>
			)}
			{effect !== undefined && <EffectView key={effect} id={effect} onDone={() => setShown(undefined)} />}
			<WaitingRuns shown={effect} onShow={setShown} />
		</PaneBody>
	)
}

function ExitLine({ exit, mode }: { exit: Exit; mode: SandboxMode }) {
	const { code, duration_ms: duration, timed_out: timedOut, truncated, exceeded, refused, changed } = exit
	return (
		<>
			<p className="SandboxPane-exit" role="status">
				<Badge tone={code === 0 ? 'good' : 'bad'}>{`Exit code ${code}`}</Badge>
				<span>{durationText(duration)}</span>
				{timedOut && <span>Stopped: it took too long.</span>}
				{exceeded && <span>{`Stopped: ${exceededNames[exceeded]}.`}</span>}
				{truncated && <span>Part of the output was left out.</span>}
				{changed === 0 && mode !== 'read-only' && <span>It changed nothing.</span>}
				{changed > 0 && exit.effect === undefined && <span>{`It changed ${changed} ${changed === 1 ? 'file' : 'files'}; the Checkpoint history can take it back.`}</span>}
			</p>
			{refused.length > 0 && <Banner tone="attention">{`It asked for hosts that are not on the list: ${refused.join(', ')}. Add them under “What it can touch” to let it.`}</Banner>}
		</>
	)
}

const fence = '```'

/** The snippet and what it said, for an agent to go on with. */
function taskOf(language: LanguageId, code: string, output: string): string {
	const said = output === '' ? '' : `\n\nIt said:\n${fence}\n${output.slice(-4000)}\n${fence}`
	return `Look at this snippet:\n${fence}${language}\n${code}\n${fence}${said}`
}
