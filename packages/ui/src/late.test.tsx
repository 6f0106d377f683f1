// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { late } from './late.tsx'

afterEach(cleanup)

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

test('what stands in gives way to the component once its code is there', async () => {
	const Late = late(async () => ({ default: Greeting }), ({ name }) => <p>Wait, {name}</p>)
	render(<Late name="Ada" />)
	expect(screen.getByText('Wait, Ada')).toBeDefined()
	expect(await screen.findByText('Hello Ada')).toBeDefined()
})

test('what was loaded before is there with the first render', async () => {
	const Late = late(async () => ({ default: Greeting }), () => <p>Wait</p>)
	await Late.preload()
	render(<Late name="Ada" />)
	expect(screen.getByText('Hello Ada')).toBeDefined()
})

test('code that cannot be loaded fails where the component stands, and is asked for anew by the next mount', async () => {
	let isBroken = true
	const Late = late(async () => {
		if (isBroken) throw new Error('no such chunk')
		return { default: Greeting }
	})
	const { rerender } = render(<Errors key={1}><Late name="Ada" /></Errors>)
	expect(await screen.findByText('no such chunk')).toBeDefined()
	isBroken = false
	rerender(<Errors key={2}><Late name="Ada" /></Errors>)
	expect(await screen.findByText('Hello Ada')).toBeDefined()
})

test('code that the server does not send is asked for again until it is back', async () => {
	let asked = 0
	const Late = late(async () => {
		if (++asked < 3) throw new TypeError('Failed to fetch dynamically imported module')
		return { default: Greeting }
	})
	vi.useFakeTimers()
	render(<Errors><Late name="Ada" /></Errors>)
	await act(() => vi.advanceTimersByTimeAsync(1300))
	expect(screen.getByText('Hello Ada')).toBeDefined()
	vi.useRealTimers()
})

class Errors extends Component<{ children: ReactNode }, { error?: Error }> {
	override state: { error?: Error } = {}
	static getDerivedStateFromError(error: Error) {
		return { error }
	}
	override render() {
		return this.state.error ? this.state.error.message : this.props.children
	}
}
