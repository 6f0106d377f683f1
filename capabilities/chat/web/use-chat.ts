import { readPreference, useApi, usePreference, writePreference, type Api } from '@drydock/web-kit'
import { createFeed } from '@drydock/web-kit/feed.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { emptyAnswer, foldAnswer, readAnswer, type Answer, type Piece } from './answer.ts'
import type { ChatPreferences, ChatSettings, Turn } from './chat-preferences.ts'
import type { ChatProfile } from './profile.ts'

/** A conversation with one back end. The turns survive a reload; an answer under way does not. */
export function useChat(profile: ChatProfile, { settings, turns: kept }: ChatPreferences) {
	const api = useApi()
	const [turns, setTurns] = usePreference(kept)
	const [feed] = useState(() => createFeed<Piece, Answer>(emptyAnswer, foldAnswer))
	const { state: answer, status, error } = useSyncExternalStore(feed.subscribe, feed.get)
	const [isAnswering, setIsAnswering] = useState(false)
	useEffect(() => feed.stop, [feed])

	async function run(asked: readonly Turn[]) {
		setTurns(asked)
		setIsAnswering(true)
		await feed.start((signal) => ask(api, profile, { turns: asked, settings: readPreference(settings), signal }))
		setIsAnswering(false)
		// Whatever came is kept, also when the pane was closed meanwhile; cleared meanwhile means unwanted.
		const { state, status: end } = feed.get()
		if (readPreference(kept).at(-1)?.role === 'user' && state.text !== '') {
			writePreference(kept, [...readPreference(kept), { role: 'assistant', content: state.text, sources: state.sources, ...(end !== 'ended' && { isPartial: true }) }])
		}
	}

	return {
		turns,
		answer,
		isAnswering,
		error: status === 'failed' && !isAnswering ? error : undefined,
		send: (text: string) => void run([...turns, { role: 'user', content: text }]),
		/** Asks the last question again. */
		retry: () => void run(turns.slice(0, turns.findLastIndex(({ role }) => role === 'user') + 1)),
		stop: feed.stop,
		clear() {
			setTurns([])
			feed.stop()
			void feed.start(async function* () {})
		},
	}
}

async function* ask(api: Api, profile: ChatProfile, { turns, settings, signal }: { turns: readonly Turn[]; settings: ChatSettings; signal: AbortSignal }): AsyncGenerator<Piece> {
	const { model, temperature, mode, system, search, citations } = settings
	const messages = turns.map(({ role, content }) => ({ role, content }))
	const input = {
		messages,
		model: model || profile.model,
		temperature,
		mode: mode.toLowerCase(),
		...(system !== '' && { system }),
		...(profile.hasSearch && { search_parameters: { mode: search, return_citations: citations } }),
	}
	yield* readAnswer(await api.read(profile.endpoint, input, { signal, accept: 'text/event-stream' }))
}
