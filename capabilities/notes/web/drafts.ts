import { preference, readPreference, writePreference } from '@drydock/web-kit'
import type { NoteText } from './note-session.ts'

export type Draft = NoteText & { etag: string }

/** What did not reach the server fits into a browser's storage, beside the settings. */
const mostDrafts = 10
const longestDraft = 200_000

/** Text of notes that the server does not have yet: written when a save fails or the page goes. */
export const noteDrafts = preference<Readonly<Record<string, Draft>>>('note_drafts', 'Unsaved notes', {}, (stored) => {
	if (typeof stored !== 'object' || stored === null) return {}
	return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Draft] => isDraft(entry[1])).slice(-mostDrafts))
})

function isDraft(value: unknown): value is Draft {
	if (typeof value !== 'object' || value === null || !('title' in value) || !('content' in value) || !('etag' in value)) return false
	return typeof value.title === 'string' && typeof value.content === 'string' && value.content.length <= longestDraft && typeof value.etag === 'string'
}

export function keepDraft(id: string, draft: Draft | undefined): void {
	const { [id]: known, ...others } = readPreference(noteDrafts)
	if (draft) writePreference(noteDrafts, { ...others, [id]: draft })
	else if (known) writePreference(noteDrafts, others)
}
