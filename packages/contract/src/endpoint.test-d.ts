// Types that matter: wrong callers and handlers must not compile.
import { call, is, stream, type EventOf, type InputOf, type ReceivedOf, type ReplyOf } from './index.ts'

const update = call({
	method: 'POST',
	path: '/x/:id',
	params: { id: is.text() },
	query: { count: is.withDefault(is.integer(), 3), filter: is.maybe(is.text()) },
	body: { kind: is.oneOf('a', 'b') },
	reply: is.object({ ok: is.flag() }),
})
export const callerMayLeaveDefaultsOut: InputOf<typeof update> = { id: 'x', kind: 'a' }
export const handlerHasDefaults: ReceivedOf<typeof update> = { id: 'x', kind: 'a', count: 3 }
// @ts-expect-error kind is required
export const callerForgot: InputOf<typeof update> = { id: 'x' }
// @ts-expect-error a handler always has count
export const handlerLacks: ReceivedOf<typeof update> = { id: 'x', kind: 'a' }
export const reply: ReplyOf<typeof update> = { ok: true }

const watched = stream({ method: 'GET', path: '/s', events: { line: is.object({ text: is.text() }), end: is.anything() } })
export const line: EventOf<typeof watched> = { type: 'line', data: { text: 'k' } }
// @ts-expect-error a line has a text
export const badLine: EventOf<typeof watched> = { type: 'line', data: {} }
