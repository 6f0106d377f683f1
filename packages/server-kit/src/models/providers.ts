import type { LanguageModel, ToolSet } from 'ai'
import type { Fetch } from './guarded-fetch.ts'

export const providerIds = ['openrouter', 'openai', 'anthropic', 'google', 'groq', 'xai', 'compatible'] as const
export type ProviderId = (typeof providerIds)[number]

export interface Connection {
	baseUrl: string
	key: string
	fetch: Fetch
	model: string
}

export interface Provider {
	id: ProviderId
	label: string
	baseUrl: string
	defaultModel: string
	/** Where a key can be tried without cost, below the base URL. */
	probePath: string
	keyHeader(key: string): Record<string, string>
	/** Loads the adapter at its first use: a server without a run holds none of them in memory. */
	connect(connection: Connection): Promise<LanguageModel>
	/** Tools that the provider itself runs. */
	searchTools?(): Promise<ToolSet>
}

const bearer = (key: string): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` })

const list: Provider[] = [
	{
		id: 'openrouter',
		label: 'OpenRouter',
		baseUrl: 'https://openrouter.ai/api/v1',
		defaultModel: 'qwen/qwen3-coder:free',
		// The list of models is public; only this one looks at the key.
		probePath: '/key',
		keyHeader: bearer,
		async connect({ baseUrl, key, fetch, model }) {
			const { createOpenRouter } = await import('@openrouter/ai-sdk-provider')
			return createOpenRouter({ apiKey: key, baseURL: baseUrl, fetch, appName: 'Drydock', compatibility: 'strict' }).chat(model)
		},
	},
	{
		id: 'openai',
		label: 'OpenAI',
		baseUrl: 'https://api.openai.com/v1',
		defaultModel: 'gpt-4.1',
		probePath: '/models',
		keyHeader: bearer,
		async connect({ baseUrl, key, fetch, model }) {
			const { createOpenAI } = await import('@ai-sdk/openai')
			return createOpenAI({ apiKey: key, baseURL: baseUrl, fetch }).responses(model)
		},
	},
	{
		id: 'anthropic',
		label: 'Anthropic',
		baseUrl: 'https://api.anthropic.com/v1',
		defaultModel: 'claude-sonnet-4-5',
		probePath: '/models',
		keyHeader: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
		async connect({ baseUrl, key, fetch, model }) {
			const { createAnthropic } = await import('@ai-sdk/anthropic')
			return createAnthropic({ apiKey: key, baseURL: baseUrl, fetch })(model)
		},
	},
	{
		id: 'google',
		label: 'Google',
		baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
		defaultModel: 'gemini-2.5-pro',
		probePath: '/models',
		keyHeader: (key) => ({ 'x-goog-api-key': key }),
		async connect({ baseUrl, key, fetch, model }) {
			const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
			return createGoogleGenerativeAI({ apiKey: key, baseURL: baseUrl, fetch })(model)
		},
	},
	{
		id: 'groq',
		label: 'Groq',
		baseUrl: 'https://api.groq.com/openai/v1',
		defaultModel: 'llama-3.3-70b-versatile',
		probePath: '/models',
		keyHeader: bearer,
		async connect({ baseUrl, key, fetch, model }) {
			const { createGroq } = await import('@ai-sdk/groq')
			return createGroq({ apiKey: key, baseURL: baseUrl, fetch })(model)
		},
	},
	{
		id: 'xai',
		label: 'xAI',
		baseUrl: 'https://api.x.ai/v1',
		defaultModel: 'grok-4',
		probePath: '/models',
		keyHeader: bearer,
		async connect({ baseUrl, key, fetch, model }) {
			const { createXai } = await import('@ai-sdk/xai')
			return createXai({ apiKey: key, baseURL: baseUrl, fetch })(model)
		},
		async searchTools() {
			const { xai } = await import('@ai-sdk/xai')
			// The SDK types its own tools too narrowly for its own tool set.
			return { web_search: xai.tools.webSearch(), x_search: xai.tools.xSearch() } as unknown as ToolSet
		},
	},
	{
		id: 'compatible',
		label: 'OpenAI-compatible server',
		baseUrl: '',
		defaultModel: '',
		probePath: '/models',
		keyHeader: bearer,
		async connect({ baseUrl, key, fetch, model }) {
			const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
			return createOpenAICompatible({ name: 'compatible', apiKey: key === '' ? undefined : key, baseURL: baseUrl, fetch, includeUsage: true })(model)
		},
	},
]

export const providers: ReadonlyMap<ProviderId, Provider> = new Map(list.map((provider) => [provider.id, provider]))

export function isProviderId(id: string): id is ProviderId {
	return providerIds.some((known) => known === id)
}

/** Local model servers by the port they are known for; found ones are offered, never used unasked. */
export const localServers = [
	{ label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
	{ label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
	{ label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
]
