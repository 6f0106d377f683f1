import type { ReplyOf } from '@drydock/contract'
import { Badge, Button } from '@drydock/ui'
import { openPane } from '@drydock/web-kit'
import type { ptyDiag } from '../../terminal/contract.ts'

/** Whether terminals can be opened over the WebSocket, and what to do where not (spec/2 §3, PTY diag). */
export function PtyFacts({ diag: { enablePtyWebsocket, hasToken, origin, error, runners } }: { diag: ReplyOf<typeof ptyDiag> }) {
	return (
		<section aria-labelledby="preflight-pty">
			<h2 id="preflight-pty">PTY WebSocket</h2>
			<dl className="PtyFacts">
				<div>
					<dt>Enabled</dt>
					<dd>
						<Badge tone={enablePtyWebsocket ? 'good' : 'bad'}>{enablePtyWebsocket ? 'yes' : 'no'}</Badge>
					</dd>
				</div>
				<div>
					<dt>Signed in</dt>
					<dd>{hasToken ? 'by this session: each socket takes a ticket that works once' : 'no token'}</dd>
				</div>
				<div>
					<dt>Origin</dt>
					<dd>
						<code>{origin}</code>
					</dd>
				</div>
				<div>
					<dt>Error</dt>
					<dd>{error ?? 'none'}</dd>
				</div>
			</dl>
			<ul>
				{!enablePtyWebsocket && <li>Terminals are switched off on this server: start it without that option.</li>}
				{error !== null && <li>{error}</li>}
				{runners
					.filter(({ available }) => !available)
					.map(({ name, title, reason }) => (
						<li key={name}>
							{title}: {reason}
						</li>
					))}
				<li>A proxy between this page and the server must pass WebSockets on, and the Host and Origin headers as they are.</li>
			</ul>
			<Button isSmall onClick={() => openPane('terminal', { focus: true })}>
				Open Terminal
			</Button>
		</section>
	)
}
