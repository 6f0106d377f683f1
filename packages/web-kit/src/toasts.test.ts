import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, useToasts } from './toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const shown = () => useToasts.getState().toasts.map(({ message }) => message)

// spec: toast time to live
test.each([
	[undefined, 3000],
	[5000, 5000],
	[10, 1000],
])('a toast of %s ms stands for %i ms', (ttlMs, stands) => {
	toast({ message: 'Saved', ttlMs })
	vi.advanceTimersByTime(stands - 1)
	expect(shown()).toEqual(['Saved'])
	vi.advanceTimersByTime(1)
	expect(shown()).toEqual([])
})
