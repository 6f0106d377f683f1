import { Badge, Button, IconButton, Kbd } from '@drydock/ui'
import { X } from '@drydock/ui/icons'
import { shortcutLabel, usePreference } from '@drydock/web-kit'
import { betaDismissed, welcomeDismissed } from '../greeting-state.ts'
import { openPalette } from '../palette-state.ts'
import './Greetings.css'

/** What a first visit is told, beside the work: the welcome card and the beta banner, each until it is dismissed (spec/3 §4). */
export default function Greetings() {
	const [isWelcomed, setWelcomed] = usePreference(welcomeDismissed)
	const [isBetaKnown, setBetaKnown] = usePreference(betaDismissed)
	return (
		<>
			{!isBetaKnown && (
				<div className="BetaBanner" role="status">
					<Badge tone="attention">Beta</Badge>
					Drydock is young: formats and panes may still change.
					<IconButton label="Dismiss the beta banner" icon={<X />} onClick={() => setBetaKnown(true)} />
				</div>
			)}
			{!isWelcomed && (
				<Welcome
					onDismiss={() => setWelcomed(true)}
					onPalette={() => {
						setWelcomed(true)
						openPalette()
					}}
				/>
			)}
		</>
	)
}

function Welcome({ onDismiss, onPalette }: { onDismiss(): void; onPalette(): void }) {
	return (
		<section className="WelcomeCard" aria-labelledby="welcome-title">
			<h2 id="welcome-title">Welcome to Drydock</h2>
			<p>Your files are at the left, an agent that works in them in the middle, a shell below. Everything else is one key away: panes, files and commands by their name.</p>
			<div className="WelcomeCard-buttons">
				<Button onClick={onDismiss}>Dismiss</Button>
				<Button variant="primary" onClick={onPalette}>
					Open Palette
				</Button>
				<Kbd>{shortcutLabel('Mod+Shift+P')}</Kbd>
			</div>
		</section>
	)
}
