import { Badge, Button, Countdown, durationText, ExactText, type Tone } from '@drydock/ui'
import { CircleAlert, CircleCheck, CircleDot, Key } from '@drydock/ui/icons'
import { useSend } from '@drydock/web-kit'
import { useState, type ReactNode } from 'react'
import { listProviders, probeProvider, type ProviderStatus } from '../contract.ts'

const statusWords: Record<string, string> = { ready: 'Ready', no_key: 'No key', no_base_url: 'No address', no_model: 'No model' }

/** One provider: what is set up, what was seen of it, and a test that spends nothing. */
export function ProviderRow({ id, status, canTest }: { id: string; status: ProviderStatus; canTest: boolean }) {
	const probe = useSend(probeProvider, { refresh: [listProviders] })
	const isReady = status.status === 'ready'
	return (
		<li className="ProviderRow" aria-label={status.label}>
			<div className="ProviderRow-head">
				<h2>{status.label}</h2>
				<Badge tone={isReady ? 'good' : 'neutral'} icon={isReady ? <CircleCheck /> : <CircleDot />}>
					{statusWords[status.status] ?? status.status}
				</Badge>
				{status.selected && <Badge tone="running">In use</Badge>}
				<span className="ProviderRow-model">
					<ExactText text={status.model} />
				</span>
				<Button isSmall icon={<Key />} isBusy={probe.isPending} disabled={!canTest || status.base_url === ''} onClick={() => probe.mutate({ provider: id })}>
					{status.has_key ? 'Test this key' : 'Test address'}
				</Button>
			</div>
			{isReady || status.reachability.state !== 'untested' ? <Facts status={status} /> : undefined}
			{probe.data && <TestResult ok={probe.data.ok} text={probe.data.ok ? `Answered in ${durationText(probe.data.ms ?? 0)}` : (probe.data.error ?? 'It does not answer')} />}
			{probe.error && <TestResult ok={false} text={probe.error.message} />}
			<RawJson value={{ [id]: status }} label={status.label} />
		</li>
	)
}

function TestResult({ ok, text }: { ok: boolean; text: string }) {
	return (
		<p className="ProviderRow-result" role={ok ? 'status' : 'alert'}>
			<Badge tone={ok ? 'good' : 'bad'} icon={ok ? <CircleCheck /> : <CircleAlert />}>
				{text}
			</Badge>
		</p>
	)
}

const findings: Record<string, { tone: Tone; word: string }> = {
	untested: { tone: 'neutral', word: 'Not tested' },
	reachable: { tone: 'good', word: 'Answers' },
	unreachable: { tone: 'bad', word: 'Does not answer' },
	accepted: { tone: 'good', word: 'Accepted' },
	refused: { tone: 'bad', word: 'Refused' },
}

function Facts({ status }: { status: ProviderStatus }) {
	const { reachability, credential, latency, limited_until: limitedUntil, models, models_added: added, models_removed: removed } = status
	return (
		<dl className="ProviderRow-facts">
			<Fact name="Address">
				<Finding {...reachability} />
			</Fact>
			<Fact name="Key">{status.has_key ? <Finding {...credential} /> : 'None'}</Fact>
			<Fact name="First word">{latency.count === 0 ? 'No run yet' : `${durationText(latency.p50_ms ?? 0)} median, ${durationText(latency.p95_ms ?? 0)} for 95 % of ${latency.count}`}</Fact>
			<Fact name="Models">
				{models.length === 0 ? 'Not listed yet' : `${models.length}`}
				{added.length > 0 && ` (new: ${named(added)})`}
				{removed.length > 0 && ` (gone: ${named(removed)})`}
			</Fact>
			{limitedUntil !== undefined && (
				<Fact name="Rate limit">
					<Countdown until={limitedUntil} label="over in" />
				</Fact>
			)}
		</dl>
	)
}

/** More names than this are counted. */
const mostNamed = 3

function named(models: readonly string[]): string {
	const rest = models.length - mostNamed
	return models.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

function Finding({ state, error }: { state: string; error?: string }) {
	const { tone, word } = findings[state] ?? { tone: 'neutral', word: state }
	return (
		<>
			<span className={`ProviderRow-finding ProviderRow-finding--${tone}`}>{word}</span>
			{error !== undefined && <span className="ProviderRow-why">{error}</span>}
		</>
	)
}

/** Built only when it is looked at: a list of models is long. */
function RawJson({ value, label }: { value: unknown; label: string }) {
	const [isOpen, setOpen] = useState(false)
	return (
		<details className="ProviderRow-raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary aria-label={`Raw JSON of ${label}`}>Raw JSON</summary>
			{isOpen && <pre tabIndex={0}>{JSON.stringify(value, undefined, 2)}</pre>}
		</details>
	)
}
