import { flag, numberBetween, oneOf, preference, textUpTo, type Preference } from '@drydock/web-kit'
import type { Source } from './answer.ts'
import type { ChatProfile } from './profile.ts'

export const modes = ['Chat', 'Code'] as const
export const searches = ['off', 'auto', 'on'] as const
export const densities = ['compact', 'normal', 'spacious'] as const
export const paddings = ['none', 'sm', 'md', 'lg'] as const

export interface Turn {
	role: 'user' | 'assistant'
	content: string
	sources?: readonly Source[]
	/** Stopped by the person, or broken off. */
	isPartial?: boolean
}

/** Kept in the browser: enough to go on after a reload, too little to fill its storage. */
const mostTurns = 100
const mostCharacters = 400_000

export interface ChatSettings {
	mode: (typeof modes)[number]
	model: string
	temperature: number
	system: string
	search: (typeof searches)[number]
	citations: boolean
}

export interface Frame {
	enabled: boolean
	density: (typeof densities)[number]
	padding: (typeof paddings)[number]
	opacity: number
	glass: boolean
	background: boolean
}

export interface ChatPreferences {
	settings: Preference<ChatSettings>
	frame: Preference<Frame>
	turns: Preference<readonly Turn[]>
}

/** spec/2 §3. spec: frame opacity */
const frameDefaults: Frame = { enabled: true, density: 'normal', padding: 'md', opacity: 0.96, glass: false, background: true }

/** What a chat pane keeps in this browser. */
export function chatPreferences({ id, title, model }: Pick<ChatProfile, 'id' | 'title' | 'model'>): ChatPreferences {
	/** spec: chat temperature */
	const initial: ChatSettings = { mode: 'Chat', model, temperature: 0.2, system: '', search: 'off', citations: true }
	return {
		settings: preference(`chat_${id}_settings`, `${title}: settings`, initial, (stored) => settingsOf(stored, initial)),
		frame: preference(`chat_${id}_frame`, `${title}: frame`, frameDefaults, frameOf),
		turns: preference<readonly Turn[]>(`chat_${id}_turns`, `${title}: conversation`, [], turnsOf),
	}
}

function field(stored: unknown, name: string): unknown {
	return typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined
}

function settingsOf(stored: unknown, initial: ChatSettings): ChatSettings {
	return {
		mode: oneOf(...modes)(field(stored, 'mode'), initial.mode),
		model: textUpTo(200)(field(stored, 'model'), initial.model),
		temperature: Math.round(numberBetween(0, 2)(field(stored, 'temperature'), initial.temperature) * 10) / 10,
		system: textUpTo(100_000)(field(stored, 'system'), initial.system),
		search: oneOf(...searches)(field(stored, 'search'), initial.search),
		citations: flag(field(stored, 'citations'), initial.citations),
	}
}

function frameOf(stored: unknown): Frame {
	return {
		enabled: flag(field(stored, 'enabled'), frameDefaults.enabled),
		density: oneOf(...densities)(field(stored, 'density'), frameDefaults.density),
		padding: oneOf(...paddings)(field(stored, 'padding'), frameDefaults.padding),
		opacity: numberBetween(0.5, 1)(field(stored, 'opacity'), frameDefaults.opacity),
		glass: flag(field(stored, 'glass'), frameDefaults.glass),
		background: flag(field(stored, 'background'), frameDefaults.background),
	}
}

/** The newest turns that fit; a broken record is an empty conversation. */
function turnsOf(stored: unknown): readonly Turn[] {
	if (!Array.isArray(stored)) return []
	const kept: Turn[] = []
	let room = mostCharacters
	for (const item of stored.slice(-mostTurns).toReversed()) {
		const turn = turnOf(item)
		if (!turn) continue
		room -= turn.content.length
		if (room < 0) break
		kept.push(turn)
	}
	return kept.toReversed()
}

function turnOf(item: unknown): Turn | undefined {
	const role = field(item, 'role')
	const content = field(item, 'content')
	if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') return undefined
	const sources = field(item, 'sources')
	return { role, content, isPartial: field(item, 'isPartial') === true || undefined, sources: Array.isArray(sources) ? sources.flatMap(sourceOf) : undefined }
}

function sourceOf(item: unknown): Source[] {
	const url = field(item, 'url')
	const title = field(item, 'title')
	return typeof url === 'string' ? [{ url, title: typeof title === 'string' ? title : undefined }] : []
}
