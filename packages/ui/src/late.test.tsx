// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
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

class Errors extends Component<{ children: ReactNode }, { error?: Error }> {
	override state: { error?: Error } = {}
	static getDerivedStateFromError(error: Error) {
		return { error }
	}
	override render() {
		return this.state.error ? this.state.error.message : this.props.children
	}
}
