// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyButton } from './CodeBlock.tsx'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})

test.each([
	['Copied', () => Promise.resolve()],
	['Copy failed', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
])('a click on Copy ends with "%s"', async (said, write) => {
	const user = userEvent.setup()
	const written = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
	render(<CopyButton text="const a = 1" />)
	await user.click(screen.getByRole('button', { name: 'Copy' }))
	expect((await screen.findByRole('status')).textContent).toBe(said)
	expect(written).toHaveBeenCalledWith('const a = 1')
})
