import { Banner, CopyButton } from '@drydock/ui'
import { useEffect } from 'react'
import { keepLink } from './enter.ts'
import { Logo } from './Logo.tsx'
import './Screen.css'

const command = 'npm run link'

/** Shown without a session: there is no password, only the link. */
export function SignIn({ problem }: { problem: string | undefined }) {
	useEffect(keepLink, [])
	return (
		<main className="Screen">
			<Logo />
			<h1>Sign in to Drydock</h1>
			{problem && <Banner tone="bad">{problem}</Banner>}
			<p>
				Open the link that Drydock printed when it started. It works once and signs in this browser.
			</p>
			<p className="Screen-hint">Need a new one? Run this in the Drydock folder:</p>
			<div className="Screen-command">
				<code>{command}</code>
				<CopyButton text={command} label="Copy command" />
			</div>
		</main>
	)
}
