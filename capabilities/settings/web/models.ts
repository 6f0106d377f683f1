// spec/2 §9: model choices. Names as OpenRouter knows them; another provider offers its own list.

export interface ModelGroup {
	label: string
	models: readonly { id: string; label: string }[]
}

const openRouterGroups: readonly ModelGroup[] = [
	{
		label: 'Free',
		models: [
			{ id: 'qwen/qwen3-coder:free', label: 'Qwen Coder' },
			{ id: 'meta-llama/llama-3.1-8b-instruct:free', label: 'Llama 3.1 8B' },
			{ id: 'google/gemma-2-9b-it:free', label: 'Gemma 2 9B' },
			{ id: 'mistralai/mistral-7b-instruct:free', label: 'Mistral 7B' },
		],
	},
	{
		label: 'Paid',
		models: [
			{ id: 'x-ai/grok-2-1212', label: 'Grok-2' },
			{ id: 'anthropic/claude-3.5-sonnet', label: 'Claude 3.5 Sonnet' },
			{ id: 'openai/gpt-4.1', label: 'GPT-4.1' },
			{ id: 'openai/gpt-4o', label: 'GPT-4o' },
			{ id: 'google/gemini-pro-1.5', label: 'Gemini 1.5 Pro' },
		],
	},
]

/** What the model list shows: the known groups, what the provider itself offered, and the model in use. */
export function modelGroups(provider: string, current: string, offered: readonly string[]): ModelGroup[] {
	const known = provider === 'openrouter' ? openRouterGroups : []
	const listed = new Set(known.flatMap(({ models }) => models.map(({ id }) => id)))
	const others = offered.filter((id) => !listed.has(id)).map((id) => ({ id, label: id }))
	const isListed = current === '' || listed.has(current) || offered.includes(current)
	return [
		...(isListed ? [] : [{ label: 'In use', models: [{ id: current, label: current }] }]),
		...known,
		...(others.length > 0 ? [{ label: 'Offered by the provider', models: others }] : []),
	]
}
