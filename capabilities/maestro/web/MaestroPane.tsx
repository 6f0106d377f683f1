import { Banner, Button, ErrorState, FollowScroll, PaneBody, Skeleton } from '@drydock/ui'
import { openPane, useCall, usePoll, useProject, usePreference } from '@drydock/web-kit'
import { useRef } from 'react'
import { maestroHealth } from '../contract.ts'
import { Composer } from './composer/Composer.tsx'
import { PasteKey } from './PasteKey.tsx'
import { draftPreference } from './preferences.ts'
import { Changes } from './review/Changes.tsx'
import { EarlierRun } from './run/EarlierRun.tsx'
import { Outcome } from './run/Outcome.tsx'
import { PlanBar } from './run/PlanBar.tsx'
import { useConversation } from './run/use-conversation.ts'
import { StatusBanner } from './StatusBanner.tsx'
import { Message, Transcript } from './thread/Transcript.tsx'
import { Welcome } from './Welcome.tsx'
import './MaestroPane.css'

/** A key that was saved in Settings is noticed soon; a set up provider hardly ever changes. */
const healthMs = { ready: 60_000, missing: 4000 }

/** spec/2 §2, the Maestro pane in simple mode. */
export default function MaestroPane() {
	const { cwd } = useProject()
	const talk = useConversation()
	const { id, run, feed, isLive } = talk
	const known = useCall(maestroHealth, {})
	const health = usePoll(maestroHealth, {}, { everyMs: known.data?.status === 'ready' ? healthMs.ready : healthMs.missing })
	const [, setDraft] = usePreference(draftPreference)
	const body = useRef<HTMLDivElement>(null)
	const model = run.model || health.data?.model || ''

	function showAsk() {
		const card = body.current?.querySelector<HTMLElement>('[data-ask]')
		card?.scrollIntoView({ block: 'center' })
		card?.focus()
	}
	function takeExample(prompt: string) {
		setDraft(prompt)
		body.current?.querySelector('textarea')?.focus()
	}

	return (
		<PaneBody
			label="Maestro"
			className="MaestroPane"
			header={
				<>
					<StatusBanner id={id} run={run} isWaiting={feed.status === 'waiting'} onNew={() => talk.select('')} onSelect={talk.select} onShowAsk={showAsk} />
					{health.data && health.data.status !== 'ready' && <PasteKey status={health.data.status} provider={health.data.provider} label={health.data.label} />}
				</>
			}
		>
			<div ref={body} className="MaestroPane-body">
				{id === undefined && talk.startingTask === undefined ? (
					<Welcome cwd={cwd} canRun={health.data?.sandbox} whyNot={health.data?.sandbox_reason} onExample={takeExample} />
				) : (
					<FollowScroll key={id} label="Conversation">
						{run.continues !== undefined && <EarlierRun id={run.continues} />}
						{id !== undefined && run.seq === 0 && feed.status === 'connecting' && <Skeleton />}
						{id !== undefined && <Transcript run={run} task={id} />}
						{talk.startingTask !== undefined && (
							<div className="Transcript-block">
								<Message text={talk.startingTask} by="user" isQueued={false} />
							</div>
						)}
						{feed.status === 'failed' && (
							<ErrorState title="This run could not be read" error={feed.error}>
								<Button onClick={() => talk.select('')}>New task</Button>
							</ErrorState>
						)}
						{run.outcome && <Outcome outcome={run.outcome} onRetry={talk.retry} isBusy={talk.isSending} />}
					</FollowScroll>
				)}
				<footer className="MaestroPane-dock">
					{id !== undefined && <PlanBar key={`plan-${id}`} plan={run.plan} />}
					{id !== undefined && run.filesMark > 0 && <Changes key={id} task={id} mark={run.filesMark} />}
					{needsSettings(talk.problem?.code) && health.data?.status === 'ready' && (
						<Banner
							tone="bad"
							actions={
								<Button isSmall onClick={() => openPane('settings')}>
									Settings
								</Button>
							}
						>
							{talk.problem?.message}. {talk.problem?.hint}
						</Banner>
					)}
					<Composer
						isLive={isLive}
						isStopping={talk.isStopping}
						isSending={talk.isSending}
						continues={id !== undefined}
						model={model}
						problem={talk.problem && !needsSettings(talk.problem.code) ? (talk.problem.code === 'unknown' ? talk.problemWords : talk.problem.message) : undefined}
						onSubmit={talk.submit}
						onStop={talk.stop}
					/>
				</footer>
			</div>
		</PaneBody>
	)
}

function needsSettings(code: string | undefined): boolean {
	return code?.startsWith('models.') ?? false
}
