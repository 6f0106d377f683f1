import { Button, EmptyState, ExactText, FollowScroll, IconButton, Spacer, Toolbar } from '@drydock/ui'
import { Ban, CircleAlert, Info, Minus, TriangleAlert, X } from '@drydock/ui/icons'
import type { ComponentType } from 'react'
import type { ConsoleLevel } from '../contract.ts'
import type { Line } from './from-page.ts'

const icons: Record<ConsoleLevel, ComponentType> = { debug: Minus, log: Minus, info: Info, warn: TriangleAlert, error: CircleAlert, blocked: Ban }
const words: Record<ConsoleLevel, string> = { debug: 'Debug', log: 'Log', info: 'Info', warn: 'Warning', error: 'Error', blocked: 'Blocked' }

interface Props {
	lines: readonly Line[]
	/** Whether pages may load from the internet; what is blocked offers it. */
	isBlocking: boolean
	onAllow(): void
	onClear(): void
	onClose(): void
}

/** What the page wrote to its console, as text. */
export function PreviewConsole({ lines, isBlocking, onAllow, onClear, onClose }: Props) {
	const isBlocked = isBlocking && lines.some(({ level }) => level === 'blocked')
	return (
		<section className="PreviewConsole" aria-label="Console">
			<Toolbar label="Console" className="PreviewConsole-bar">
				<h3>Console</h3>
				<Spacer />
				{isBlocked && (
					<Button isSmall onClick={onAllow}>
						Allow internet
					</Button>
				)}
				<Button isSmall variant="quiet" disabled={lines.length === 0} onClick={onClear}>
					Clear
				</Button>
				<IconButton label="Close the console" icon={<X />} onClick={onClose} />
			</Toolbar>
			{lines.length === 0 ? (
				<EmptyState title="Nothing yet">What the page writes to its console, its errors and what it may not load appear here.</EmptyState>
			) : (
				<FollowScroll label="Console messages" className="PreviewConsole-lines">
					{lines.map(({ id, level, text }) => {
						const Icon = icons[level]
						return (
							<p key={id} className="PreviewConsole-line" data-level={level}>
								<span className="PreviewConsole-level" role="img" aria-label={words[level]} title={words[level]}>
									<Icon />
								</span>
								<span className="PreviewConsole-text">
									<ExactText text={text} keepLines />
								</span>
							</p>
						)
					})}
				</FollowScroll>
			)}
		</section>
	)
}
