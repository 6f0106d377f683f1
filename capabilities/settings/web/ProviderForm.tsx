import { askConfirm, Badge, Banner, Button, Field, Select, SettingsButtons, TextInput } from '@drydock/ui'
import { CircleAlert, CircleCheck, Key } from '@drydock/ui/icons'
import { toast, useCall, usePaneTab, useSend } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { offerProviders, probeProvider, readProvider, saveProvider, type ProviderSetup } from '../contract.ts'
import { ModelField } from './ModelField.tsx'

interface Draft {
	provider: string
	base_url: string
	model: string
	/** Only what was just typed: a saved key never comes back. */
	key: string
}

const draftOf = ({ provider, base_url, model }: ProviderSetup): Draft => ({ provider, base_url, model, key: '' })

/** Any server that speaks the OpenAI protocol: the only kind that runs on this machine. */
const localProvider = 'compatible'

interface ProviderFormProps {
	/** Only servers on this machine are offered. */
	isLocal: boolean
	current: ProviderSetup
	providers: readonly ProviderSetup[]
}

/** Provider, address, key and model, with a try before they are kept. */
export function ProviderForm({ isLocal, current, providers: all }: ProviderFormProps) {
	const providers = isLocal ? all.filter(({ provider }) => provider === localProvider) : all
	const [draft, setDraft] = useState(() => draftOf(providers.find(({ provider }) => provider === current.provider) ?? providers[0] ?? current))
	const save = useSend(saveProvider, { refresh: [readProvider] })
	const probe = useSend(probeProvider)
	const setup = providers.find(({ provider }) => provider === draft.provider) ?? current
	const change = { provider: draft.provider, base_url: draft.base_url, key: draft.key === '' ? undefined : draft.key }

	function handleProvider(id: string) {
		const next = providers.find(({ provider }) => provider === id)
		if (next) setDraft(draftOf(next))
		probe.reset()
	}
	async function handleSave() {
		if (draft.base_url !== setup.base_url && draft.base_url !== '' && !(await confirmAddress(draft.base_url))) return
		save.mutate(
			{ ...change, model: draft.model },
			{
				onSuccess() {
					setDraft({ ...draft, key: '' })
					toast({ kind: 'success', message: 'Settings saved' })
					probe.mutate({ provider: draft.provider, base_url: draft.base_url })
				},
			},
		)
	}
	return (
		<form
			className="SettingsForm-part"
			onSubmit={(event) => {
				event.preventDefault()
				void handleSave()
			}}
		>
			<h2>Model provider</h2>
			<LocalOffers isLocal={isLocal} onTake={(base_url, model) => setDraft({ provider: localProvider, base_url, model, key: '' })} />
			<Field label="LLM provider" isInline>
				<Select value={draft.provider} onChange={(event) => handleProvider(event.target.value)}>
					{providers.map(({ provider, label }) => (
						<option key={provider} value={provider}>
							{label}
						</option>
					))}
				</Select>
			</Field>
			<Field label="API base" hint={draft.provider === localProvider ? 'Any server that speaks the OpenAI protocol, e.g. http://127.0.0.1:11434/v1.' : undefined} isInline>
				<TextInput isMono value={draft.base_url} placeholder="https://…/v1" onChange={(event) => setDraft({ ...draft, base_url: event.target.value })} />
			</Field>
			<KeyField hasKey={setup.has_key} value={draft.key} onChange={(key) => setDraft({ ...draft, key })} onForget={() => save.mutate({ provider: draft.provider, key: '' })} />
			<ModelField provider={draft.provider} value={draft.model} offered={probe.data?.models ?? []} onChange={(model) => setDraft({ ...draft, model })} />
			<SettingsButtons>
				<Button variant="primary" type="submit" isBusy={save.isPending}>
					Save
				</Button>
				<Button isBusy={probe.isPending} onClick={() => probe.mutate(change)}>
					Validate
				</Button>
			</SettingsButtons>
			{save.error && <Banner tone="bad">{save.error.message}</Banner>}
			<ProbeResult probe={probe.data} error={probe.error?.message} />
		</form>
	)
}

function confirmAddress(url: string): Promise<boolean> {
	const origin = URL.canParse(url) ? new URL(url).origin : url
	return askConfirm({ title: 'Use this address?', body: <p>Your prompts, the files that agents read, and the key go to <code>{origin}</code>.</p>, confirmLabel: 'Use it' })
}

function KeyField({ hasKey, value, onChange, onForget }: { hasKey: boolean; value: string; onChange(key: string): void; onForget(): void }) {
	const { config, setConfig } = usePaneTab()
	const input = useRef<HTMLInputElement>(null)
	const isWanted = config['focus'] === 'key'
	const latest = useRef(setConfig)
	useEffect(() => {
		latest.current = setConfig
	})
	useEffect(() => {
		if (!isWanted) return
		input.current?.focus()
		latest.current({ focus: undefined })
	}, [isWanted])
	return (
		<Field label="API key" hint={hasKey ? 'A key is saved. It is never shown again; paste a new one to replace it.' : 'Kept encrypted on this machine and sent to the provider alone.'} isInline>
			<div className="SettingsForm-row">
				<TextInput ref={input} type="password" isMono aria-label="API key" placeholder={hasKey ? 'Saved' : 'Paste key'} value={value} autoComplete="new-password" onChange={(event) => onChange(event.target.value)} />
				{hasKey && value === '' ? (
					<Button icon={<Key />} onClick={onForget}>
						Forget
					</Button>
				) : undefined}
			</div>
		</Field>
	)
}

function ProbeResult({ probe, error }: { probe: { ok: boolean; error?: string; models: readonly string[] } | undefined; error: string | undefined }) {
	if (!probe && !error) return undefined
	const isGood = probe?.ok === true
	const text = isGood ? `It works${probe.models.length > 0 ? `: ${probe.models.length} models` : ''}` : (error ?? probe?.error ?? 'It does not answer')
	return (
		<p role="status">
			<Badge tone={isGood ? 'good' : 'bad'} icon={isGood ? <CircleCheck /> : <CircleAlert />}>
				{text}
			</Badge>
		</p>
	)
}

function LocalOffers({ isLocal, onTake }: { isLocal: boolean; onTake(base_url: string, model: string): void }) {
	const { data } = useCall(offerProviders, {})
	if (isLocal && data?.offers.length === 0) return <Banner>No model server answers on this machine yet. Start Ollama, LM Studio or llama.cpp, or give its address below.</Banner>
	return data?.offers.map(({ label, base_url, models }) => (
		<Banner
			key={base_url}
			tone="running"
			actions={
				<Button isSmall onClick={() => onTake(base_url, models[0] ?? '')}>
					Use it
				</Button>
			}
		>
			{label} answers on this machine{models.length > 0 && ` with ${models.length} models`}.
		</Banner>
	))
}
