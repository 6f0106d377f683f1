// @vitest-environment happy-dom
import { act, renderPane, screen } from '@drydock/web-kit/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { SessionsChip } from './SessionsChip.tsx'

afterEach(() => void vi.useRealTimers())

test('the sessions on the server are looked at every 5 s', async () => {
	vi.useFakeTimers()
	let asked = 0
	const sessions = [{ sid: 's1', pid: 7, runner: 'bash', cwd: '/w', status: 'running', age_sec: 4, viewers: 0 }]
	const fetch: typeof globalThis.fetch = async () => {
		asked++
		return Response.json({ sessions })
	}
	renderPane(<SessionsChip tabs={[]} />, { fetch })
	await act(() => vi.advanceTimersByTimeAsync(100))
	expect(screen.getByText('1 session')).toBeTruthy()
	expect(asked).toBe(1)
	// spec: PTY session polling
	await act(() => vi.advanceTimersByTimeAsync(4800))
	expect(asked).toBe(1)
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect(asked).toBe(2)
})
