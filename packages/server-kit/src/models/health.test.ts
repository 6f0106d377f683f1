import { expect, test } from 'vitest'
import { createHealth } from './health.ts'

test('nothing is claimed before anything was tried', () => {
	expect(createHealth().of('openai')).toEqual({ reachability: { state: 'untested' }, credential: { state: 'untested' }, latency: { count: 0, p50_ms: undefined, p95_ms: undefined }, models: [], models_added: [], models_removed: [] })
})

test.each([
	['models.wrong_key', 'reachable', 'refused'],
	['models.unavailable', 'reachable', 'untested'],
	['models.busy', 'reachable', 'untested'],
	['models.unreachable', 'unreachable', 'untested'],
])('%s: %s, its key %s', (code, reachability, credential) => {
	const health = createHealth()
	health.noteFault('groq', { code, error: 'said' })
	expect([health.of('groq').reachability.state, health.of('groq').credential.state]).toEqual([reachability, credential])
})

test('percentiles come from the last 200 answers', () => {
	const health = createHealth()
	for (let ms = 1; ms <= 300; ms++) health.noteAnswer('openai', ms)
	expect(health.of('openai').latency).toEqual({ count: 200, p50_ms: 200, p95_ms: 290 })
})

test('a limit is told until it is over', () => {
	let now = 1000
	const health = createHealth(() => now)
	health.noteFault('xai', { code: 'models.busy', error: 'slow down', retryAfterMs: 500 })
	expect(health.of('xai').limited_until).toBe(1500)
	now = 1500
	expect(health.of('xai').limited_until).toBeUndefined()
})

test('a second list of models tells what changed; another key forgets it all', () => {
	const health = createHealth()
	health.noteModels('openai', ['a', 'b'])
	expect(health.of('openai')).toMatchObject({ models: ['a', 'b'], models_added: [], models_removed: [] })
	health.noteModels('openai', ['b', 'c'])
	expect(health.of('openai')).toMatchObject({ models: ['b', 'c'], models_added: ['c'], models_removed: ['a'] })
	health.forget('openai')
	expect(health.of('openai').models).toEqual([])
})
