import { Button } from '@drydock/ui'
import { Component, type ReactNode } from 'react'
import './Screen.css'

/** The last net: what no pane caught (spec/1 §8). */
export class AppErrors extends Component<{ children: ReactNode }, { error: Error | undefined }> {
	override state: { error: Error | undefined } = { error: undefined }
	static getDerivedStateFromError(error: Error) {
		return { error }
	}
	override render() {
		const { error } = this.state
		if (!error) return this.props.children
		return (
			<main className="Screen" role="alert">
				<h1>Something went wrong.</h1>
				<p className="Screen-message">{error.message}</p>
				<Button variant="primary" onClick={() => location.reload()}>
					Reload app
				</Button>
			</main>
		)
	}
}
