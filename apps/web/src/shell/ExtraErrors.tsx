import { toast } from '@drydock/web-kit'
import { Component, type ReactNode } from 'react'

interface ExtraErrorsProps {
	/** As people call the part. */
	name: string
	onError?(): void
	children: ReactNode
}

/** Around what the workspace can do without: when it breaks or its code does not come, the panes stay. */
export class ExtraErrors extends Component<ExtraErrorsProps, { isBroken: boolean }> {
	override state = { isBroken: false }
	static getDerivedStateFromError() {
		return { isBroken: true }
	}
	override componentDidCatch(error: Error) {
		toast({ kind: 'warning', message: `A part of the page is missing (${this.props.name}): ${error.message}` })
		this.props.onError?.()
	}
	override render() {
		return this.state.isBroken ? undefined : this.props.children
	}
}
