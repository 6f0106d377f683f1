import type { Note } from '../contract.ts'

/** Characters of the text around the first match. */
const before = 30
const after = 90

/** Notes that have every word, in title or text, however it is written: large, small, with or without accents. */
export function searchNotes(notes: readonly Note[], query: string): Note[] {
	const words = plain(query).split(/\s+/).filter(Boolean)
	return notes.flatMap((note) => {
		const content = plain(note.content)
		const all = `${plain(note.title)}\n${content}`
		if (!words.every((word) => all.includes(word))) return []
		const at = Math.min(...words.map((word) => content.indexOf(word)).filter((index) => index >= 0))
		return [{ ...note, excerpt: Number.isFinite(at) ? excerptAt(note.content, at) : undefined }]
	})
}

/** Letter by letter, so that a place in the result is the same place in the text. */
function plain(text: string): string {
	return text.replaceAll(/\P{ASCII}/gu, (letter) => {
		const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
		return base.length === letter.length ? base : letter
	}).toLowerCase()
}

function excerptAt(content: string, at: number): string {
	const start = Math.max(0, at - before)
	const text = content.slice(start, at + after).replaceAll(/\s+/g, ' ').trim()
	return `${start > 0 ? '…' : ''}${text}${at + after < content.length ? '…' : ''}`
}
