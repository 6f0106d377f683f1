import { DrydockError } from '@drydock/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoteSession, saveAfterMs, type NoteText } from './note-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Draft = NoteText & { etag: string }

function started(save: (change: NoteText & { expected: string }) => Promise<{ etag: string }>) {
	const kept: (Draft | undefined)[] = []
	const session = createNoteSession({ title: 'T', content: 'one', etag: '1' }, { save, keep: (draft) => kept.push(draft) })
	return { session, kept }
}

// spec: notes save debounce
test('saves 500 ms after the last key, once', async () => {
	expect(saveAfterMs).toBe(500)
	const sent: string[] = []
	const { session } = started(async ({ content }) => ({ etag: `${sent.push(content) + 1}` }))
	session.edit({ content: 'on' })
	await vi.advanceTimersByTimeAsync(499)
	session.edit({ content: 'once' })
	await vi.advanceTimersByTimeAsync(499)
	expect(sent).toEqual([])
	await vi.advanceTimersByTimeAsync(1)
	expect(sent).toEqual(['once'])
	expect(session.get()).toMatchObject({ status: 'saved', etag: '2' })
})

test('what is typed while it saves is saved after it, on top of the new version', async () => {
	const sent: unknown[] = []
	const { session } = started(async (change) => {
		sent.push(change)
		await new Promise((resolve) => setTimeout(resolve, 1000))
		return { etag: `${sent.length + 1}` }
	})
	session.edit({ content: 'a' })
	await vi.advanceTimersByTimeAsync(600)
	session.edit({ content: 'ab' })
	await vi.advanceTimersByTimeAsync(3000)
	expect(sent).toEqual([{ title: 'T', content: 'a', expected: '1' }, { title: 'T', content: 'ab', expected: '2' }])
	expect(session.get().status).toBe('saved')
})

test('a save that fails keeps the text on this device and says why; the next one lets it go', async () => {
	let isUp = false
	const { session, kept } = started(async () => {
		if (!isUp) throw new DrydockError(0, 'network', 'Network error')
		return { etag: '2' }
	})
	session.edit({ content: 'typed' })
	await session.flush()
	expect(session.get()).toMatchObject({ status: 'failed', error: { message: 'Network error' } })
	expect(kept).toEqual([{ title: 'T', content: 'typed', etag: '1' }])
	isUp = true
	await vi.advanceTimersByTimeAsync(5000)
	expect(kept.at(-1)).toBeUndefined()
	expect(session.get().status).toBe('saved')
})

const conflict = (theirs: Draft) => new DrydockError(409, 'conflict', 'changed', { details: theirs })

test('another window in between is a conflict with both versions; nothing is written until somebody decides', async () => {
	const sent: string[] = []
	const { session } = started(async ({ content, expected }) => {
		if (expected !== '5') throw conflict({ title: 'T', content: 'theirs', etag: '5' })
		return { etag: `${sent.push(content)}` }
	})
	session.edit({ content: 'mine' })
	await session.flush()
	expect(session.get()).toMatchObject({ status: 'conflict', text: { content: 'mine' }, theirs: { content: 'theirs', etag: '5' } })
	session.edit({ content: 'mine still' })
	await vi.advanceTimersByTimeAsync(2000)
	expect(sent).toEqual([])
	await session.keepMine()
	expect(sent).toEqual(['mine still'])
	expect(session.get().status).toBe('saved')
})

test('their version can be taken instead', async () => {
	const { session, kept } = started(async () => {
		throw conflict({ title: 'T', content: 'theirs', etag: '5' })
	})
	session.edit({ content: 'mine' })
	await session.flush()
	session.takeTheirs()
	expect(session.get()).toMatchObject({ status: 'saved', text: { content: 'theirs' }, etag: '5', theirs: undefined })
	expect(kept.at(-1)).toBeUndefined()
})

test('a save whose answer was lost is no conflict with itself', async () => {
	const { session } = started(async ({ title, content }) => {
		throw conflict({ title, content, etag: '2' })
	})
	session.edit({ content: 'mine' })
	await session.flush()
	expect(session.get()).toMatchObject({ status: 'saved', etag: '2' })
})

test('a newer version is shown unless something was typed over the old one', () => {
	const { session } = started(async () => ({ etag: '9' }))
	session.adopt({ title: 'T', content: 'two', etag: '2' })
	expect(session.get().text.content).toBe('two')
	session.edit({ content: 'typed' })
	session.adopt({ title: 'T', content: 'three', etag: '3' })
	expect(session.get().text.content).toBe('typed')
})

test('text that was kept comes back: saved when nothing came in between, else as a conflict', async () => {
	const sent: string[] = []
	const save = async ({ content }: NoteText) => ({ etag: `${sent.push(content) + 1}` })
	const same = started(save)
	same.session.restore({ title: 'T', content: 'typed', etag: '1' })
	await vi.advanceTimersByTimeAsync(10)
	expect(sent).toEqual(['typed'])
	const other = started(save)
	other.session.restore({ title: 'T', content: 'typed', etag: '0' })
	expect(other.session.get()).toMatchObject({ status: 'conflict', text: { content: 'typed' }, theirs: { content: 'one' } })
})

test('a note that is left without a connection is kept, and nothing of it is sent or kept again', async () => {
	let sent = 0
	const { session, kept } = started(async () => {
		sent++
		throw new DrydockError(0, 'network', 'Network error')
	})
	session.edit({ content: 'written offline' })
	session.leave()
	await vi.advanceTimersByTimeAsync(60_000)
	expect(sent).toBe(1)
	expect(kept).toEqual([{ title: 'T', content: 'written offline', etag: '1' }])
})
