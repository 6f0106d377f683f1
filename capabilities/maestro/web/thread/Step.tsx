import { Banner, classNames, Markdown, useNow } from '@drydock/ui'
import type { StepBlock } from '../run/view.ts'
import { AskCard } from './AskCard.tsx'
import { CallRow } from './CallRow.tsx'
import { Reasoning } from './Reasoning.tsx'

/** One answer of the model: thoughts, prose, and the calls that it made. */
export function Step({ step, task }: { step: StepBlock; task: string }) {
	const { parts, isOpen, aborted, retry, sources } = step
	return (
		<div role="group" className={classNames('Step', aborted !== undefined && 'Step--void')} aria-label={`Step ${step.n}`}>
			{parts.map((part, index) => {
				const isStreaming = isOpen && index === parts.length - 1
				if (part.kind === 'text') return <Markdown key={index} text={part.text} isStreaming={isStreaming} />
				if (part.kind === 'reasoning') return <Reasoning key={index} text={part.text} isStreaming={isStreaming} />
				if (part.kind === 'call') return <CallRow key={part.id} call={part} task={task} />
				return part.ask.decision ? undefined : <AskCard key={part.ask.id} ask={part.ask} task={task} />
			})}
			{retry && <Retry {...retry} />}
			{isOpen && parts.length === 0 && !retry && (
				<p className="Step-waiting">
					<span className="Spinner" aria-hidden /> Waiting for {step.model || 'the model'}…
				</p>
			)}
			{sources.length > 0 && <Sources sources={sources} />}
			{aborted !== undefined && <p className="Notice">{aborted}</p>}
		</div>
	)
}

function Retry({ attempt, error, at, waitMs }: NonNullable<StepBlock['retry']>) {
	const left = Math.ceil((at + waitMs - useNow(1000)) / 1000)
	return (
		<Banner tone="attention">
			{error}. {left > 0 ? `Trying again in ${left} s` : 'Trying again'} (try {attempt + 1}).
		</Banner>
	)
}

function Sources({ sources }: { sources: StepBlock['sources'] }) {
	const text = sources.map(({ url, title }, index) => `${index + 1}. [${(title || url).replaceAll(/[[\]]/g, '')}](${encodeURI(url)})`).join('\n')
	return (
		<div className="Step-sources">
			<Markdown text={text} />
		</div>
	)
}
