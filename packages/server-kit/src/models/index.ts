import { DrydockError } from '@drydock/contract'
import type { Settings } from '../settings/index.ts'
import type { Vault } from '../vault/index.ts'
import { checkUrl, guardedFetch } from './guarded-fetch.ts'
import { createHealth, type Health } from './health.ts'
import { probeUrl, type Probe } from './probe.ts'
import { isProviderId, localServers, providerIds, providers, type Provider, type ProviderId } from './providers.ts'
import type { ModelPart, StepRequest } from './types.ts'

export type { Health } from './health.ts'
export { providerIds, type ProviderId } from './providers.ts'
export type { ChatMessage, ModelPart, ModelTool, StepRequest } from './types.ts'

/** One call and three more: AGENT rules, "4 tries". */
const tries = 4
const firstWaitMs = 500
const longestWaitMs = 20_000
/** A provider that wants us to wait longer than this is as good as down: say so instead of hanging. */
const longestRetryAfterMs = 5 * 60_000
/** Reasoning models think for a minute before the first word. */
const stallMs = 120_000
const offerMs = 400

export interface Choice {
	provider: ProviderId
	model: string
}

export interface Current extends Choice {
	label: string
	base_url: string
	has_key: boolean
	/** Whether a run could start; otherwise `reason` says what is missing. */
	ready: boolean
	reason?: 'no_key' | 'no_base_url' | 'no_model'
}

export interface Change {
	provider?: string
	model?: string
	/** Confirmed by a person: pins exactly this origin. Empty goes back to the provider's own. */
	base_url?: string
	/** Write-only; empty removes it. */
	key?: string
}

interface Saved {
	provider?: string
	models?: Record<string, string>
	base_urls?: Record<string, string>
}

export interface ModelsDeps {
	settings: Settings
	vault: Vault
	/** First values (`DRYDOCK_PROVIDER…`): they hold until a person chooses something else. */
	first?: { name?: string; url?: string; key?: string; model?: string }
	stallMs?: number
	/** Shortens the pauses between tries in tests. */
	firstWaitMs?: number
}

/** The only door to models (DESIGN "One of each"). */
export interface Models {
	current(): Promise<Current>
	/** Of every provider. */
	all(): Promise<Current[]>
	configure(change: Change): Promise<Current>
	/** Tries a key and address without spending anything, saved or just typed. */
	probe(change?: Change): Promise<Probe>
	/** What tests and runs have shown of a provider. */
	health(provider: ProviderId): Health
	/** Local model servers that answer right now. */
	offers(signal: AbortSignal): Promise<{ label: string; base_url: string; models: string[] }[]>
	/** What answers when a pane asks for a model by name, e.g. `grok-4`. */
	choose(model?: string): Promise<Choice>
	/** One step with retries; failures are `DrydockError`s with a sentence. */
	stream(request: StepRequest & { choice?: Choice }): AsyncGenerator<ModelPart>
}

/** Models that panes ask for by name, wherever they are to be had. */
const families: readonly { prefix: string; provider: ProviderId; atOpenRouter(model: string): string }[] = [
	{ prefix: 'grok', provider: 'xai', atOpenRouter: (model) => `x-ai/${model}` },
	{ prefix: 'gpt', provider: 'openai', atOpenRouter: (model) => `openai/${model}` },
	{ prefix: 'claude', provider: 'anthropic', atOpenRouter: (model) => `anthropic/${model.replace(/-(\d)-(\d)/, '-$1.$2')}` },
]

const settingsKey = 'models'
const keyName = (provider: ProviderId) => `provider.${provider}`

export function createModels({ settings, vault, first = {}, ...limits }: ModelsDeps): Models {
	// The name alone may be missing when there is a URL: then it is some compatible server.
	const firstProvider = providerOf(first.name ?? (first.url ? 'compatible' : 'openrouter'))

	const health = createHealth()

	async function saved(): Promise<Saved> {
		const value = await settings.get(settingsKey)
		return typeof value === 'object' && value !== null ? value : {}
	}

	// A first key moves into the vault at once, where the redactor learns of it; a saved one wins.
	const firstKey = keepFirstKey()
	async function keepFirstKey() {
		const name = keyName(firstProvider.id)
		if (first.key && (await vault.get(name)) === undefined) await vault.set(name, first.key)
	}

	async function keyOf(provider: Provider): Promise<string> {
		await firstKey
		return (await vault.get(keyName(provider.id))) ?? ''
	}

	async function describe(provider: Provider, state: Saved): Promise<Current> {
		const { id, label } = provider
		const isFirst = provider === firstProvider
		const baseUrl = state.base_urls?.[id] ?? (isFirst ? first.url : undefined) ?? provider.baseUrl
		const model = state.models?.[id] ?? (isFirst ? first.model : undefined) ?? provider.defaultModel
		const hasKey = (await keyOf(provider)) !== ''
		const reason = baseUrl === '' ? 'no_base_url' : !hasKey && id !== 'compatible' ? 'no_key' : model === '' ? 'no_model' : undefined
		return { provider: id, label, model, base_url: baseUrl, has_key: hasKey, ready: reason === undefined, reason }
	}

	async function current(): Promise<Current> {
		const state = await saved()
		return describe(state.provider === undefined ? firstProvider : providerOf(state.provider), state)
	}

	/** Custom origins are pinned because a person confirmed them; a provider's own address needs no pin. */
	function fetchFor(baseUrl: string, provider: Provider) {
		return guardedFetch(baseUrl === provider.baseUrl ? undefined : new URL(baseUrl).origin)
	}

	async function connect(choice: Choice) {
		const provider = providerOf(choice.provider)
		const { base_url: baseUrl, reason } = await describe(provider, await saved())
		if (reason === 'no_key') throw notReady('models.no_key', `There is no key for ${provider.label} yet`, 'Paste one here or in Settings.')
		if (reason === 'no_base_url') throw notReady('models.no_provider', 'No model provider is set up yet', 'Choose one in Settings.')
		if (choice.model === '') throw notReady('models.no_model', `No model of ${provider.label} is chosen yet`, 'Choose one in Settings.')
		const key = await keyOf(provider)
		const model = await provider.connect({ baseUrl, key, fetch: fetchFor(baseUrl, provider), model: choice.model })
		return { provider, model, key }
	}

	async function* stream(request: StepRequest & { choice?: Choice }): AsyncGenerator<ModelPart> {
		const choice = request.choice ?? (await current())
		const { provider, model, key } = await connect(choice)
		const search = request.search === undefined || request.search === 'off' ? undefined : await provider.searchTools?.()
		const [{ streamStep }, { modelFault }] = await Promise.all([import('./gateway.ts'), import('./faults.ts')])
		for (let attempt = 1; ; attempt++) {
			let hasBegun = false
			const since = performance.now()
			try {
				for await (const part of streamStep(model, { ...request, searchTools: search }, limits.stallMs ?? stallMs)) {
					if (!hasBegun) health.noteAnswer(provider.id, Math.round(performance.now() - since))
					hasBegun = true
					yield part
				}
				return
			} catch (cause) {
				if (request.signal.aborted) throw request.signal.reason
				const { error, isRetryable, retryAfterMs } = modelFault(cause, { label: provider.label, model: choice.model, key, hasBegun })
				health.noteFault(provider.id, { code: error.code, error: error.message, retryAfterMs })
				if (!isRetryable || (retryAfterMs ?? 0) > longestRetryAfterMs) throw error
				if (attempt === tries) throw new DrydockError(error.status, error.code, `${error.message}; gave up after ${tries} tries`, { cause, hint: error.hint })
				const waitMs = Math.round(retryAfterMs ?? backOff(attempt, limits.firstWaitMs ?? firstWaitMs))
				yield { type: 'retry', attempt, error: error.message, waitMs }
				await pause(waitMs, request.signal)
			}
		}
	}

	function noteProbe(id: ProviderId, { ok, code = '', error = '', models }: Probe, hasKey: boolean) {
		if (ok) health.noteGood(id)
		// Without a key a refusal shows only that somebody is there.
		else health.noteFault(id, { code: code === 'models.wrong_key' && !hasKey ? 'models.refused' : code, error })
		if (ok && models.length > 0) health.noteModels(id, models)
	}

	return {
		current,
		stream,
		health: health.of,
		async all() {
			const state = await saved()
			return Promise.all([...providers.values()].map((provider) => describe(provider, state)))
		},
		async configure({ provider, model, base_url, key }) {
			const state = await saved()
			const target = provider === undefined ? providerOf((await current()).provider) : providerOf(provider)
			if (key !== undefined || base_url !== undefined) health.forget(target.id)
			if (base_url !== undefined && base_url !== '') checkUrl(parseUrl(base_url), true)
			await settings.set(settingsKey, {
				provider: target.id,
				models: changed(state.models, target.id, model),
				base_urls: changed(state.base_urls, target.id, base_url?.trim().replace(/\/+$/, '')),
			} satisfies Saved)
			if (key?.trim() === '') await vault.delete(keyName(target.id))
			else if (key !== undefined) await vault.set(keyName(target.id), key.trim())
			return current()
		},
		async probe({ provider: id, base_url, key } = {}) {
			const provider = providerOf(id ?? (await current()).provider)
			const known = await describe(provider, await saved())
			const baseUrl = base_url || known.base_url
			if (baseUrl === '') return { ok: false, code: 'models.no_provider', error: 'There is no base URL to try', models: [] }
			parseUrl(baseUrl)
			// A saved key is only ever sent where it was saved for.
			const usedKey = key ?? (baseUrl === known.base_url ? await keyOf(provider) : '')
			const since = performance.now()
			const result = await probeUrl(baseUrl + provider.probePath, { headers: provider.keyHeader(usedKey), fetch: fetchFor(baseUrl, provider), label: provider.label })
			// Only what is saved counts for the provider's health: a key that was just typed is nobody's yet.
			if (key === undefined && baseUrl === known.base_url) noteProbe(provider.id, result, known.has_key)
			return { ...result, ms: Math.round(performance.now() - since) }
		},
		async offers(signal) {
			const found = await Promise.all(
				localServers.map(async ({ label, baseUrl }) => {
					const limit = AbortSignal.any([signal, AbortSignal.timeout(offerMs)])
					const { ok, models } = await probeUrl(`${baseUrl}/models`, { headers: {}, fetch: guardedFetch(new URL(baseUrl).origin), label, signal: limit })
					return ok ? [{ label, base_url: baseUrl, models }] : []
				}),
			)
			return found.flat()
		},
		async choose(model) {
			const now = await current()
			const state = await saved()
			if (model === undefined || model === '') return now
			const family = families.find(({ prefix }) => model.startsWith(prefix))
			if (!family) return { provider: now.provider, model }
			if ((await describe(providerOf(family.provider), state)).ready) return { provider: family.provider, model }
			// OpenRouter knows it under its vendor's name; anyone else answers with the model that is set up.
			return now.provider === 'openrouter' && now.base_url === providerOf('openrouter').baseUrl ? { provider: 'openrouter', model: family.atOpenRouter(model) } : now
		},
	}
}

function providerOf(id: string): Provider {
	const provider = isProviderId(id) ? providers.get(id) : undefined
	if (!provider) throw new DrydockError(400, 'models.unknown_provider', `There is no provider called "${id}"`, { hint: `Known are ${providerIds.join(', ')}.` })
	return provider
}

function notReady(code: string, message: string, hint: string) {
	return new DrydockError(409, code, message, { hint })
}

function parseUrl(text: string): URL {
	if (!URL.canParse(text)) throw new DrydockError(400, 'models.bad_url', `"${text.slice(0, 200)}" is not an address`, { hint: 'It looks like http://127.0.0.1:11434/v1.' })
	return new URL(text)
}

function changed(values: Record<string, string> | undefined, id: string, value: string | undefined): Record<string, string> {
	const next = { ...values }
	if (value === '') delete next[id]
	else if (value !== undefined) next[id] = value
	return next
}

function backOff(attempt: number, first: number): number {
	const wait = Math.min(first * 2 ** (attempt - 1), longestWaitMs)
	return wait * (0.75 + Math.random() / 2)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer)
			reject(signal.reason)
		}
		const timer = setTimeout(() => {
			signal.removeEventListener('abort', stop)
			resolve()
		}, ms)
		signal.addEventListener('abort', stop, { once: true })
	})
}
