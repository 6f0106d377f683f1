import { Badge, IconButton } from '@drydock/ui'
import { CircleX, ExternalLink } from '@drydock/ui/icons'
import type { ReplyOf } from '@drydock/contract'
import type { shellPs } from '../contract.ts'
import type { Line } from './lines.ts'
import { ageText, sizeText } from './amounts.ts'

interface Props {
	sessions: ReplyOf<typeof shellPs>['sessions']
	lines: readonly Line[]
	/** Of the tabs of this browser, by session. */
	titles: ReadonlyMap<string | undefined, string>
	onAttach(sid: string): void
	onEnd(sid: string): void
}

const columns = ['State', 'Round trip', 'Viewers', 'Buffer', 'Printed', 'Left out', 'Not drawn yet', 'Age', 'Folder']

/** Every terminal of this person, with what is on its way. */
export function SessionsTable({ sessions, lines, titles, onAttach, onEnd }: Props) {
	return (
		<div className="SessionsTable" tabIndex={0} role="region" aria-label="Live sessions">
			<table>
				<thead>
					<tr>
						<th scope="col">Session</th>
						<th scope="col">
							<span className="visually-hidden">Actions</span>
						</th>
						{columns.map((column) => (
							<th key={column} scope="col">
								{column}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{sessions.map((session) => {
						const name = titles.get(session.sid) ?? 'no tab'
						const trip = lines.find(({ sid }) => sid === session.sid)?.roundTripMs
						return (
							<tr key={session.sid}>
								<th scope="row">
									{name}: {session.runner} {session.pid}
								</th>
								<td>
									<IconButton label={`Attach to ${name} ${session.pid}`} icon={<ExternalLink />} onClick={() => onAttach(session.sid)} />
									<IconButton label={`End ${name} ${session.pid}`} icon={<CircleX />} onClick={() => onEnd(session.sid)} />
								</td>
								<td>
									<Badge tone={session.status === 'running' ? (session.paused ? 'attention' : 'good') : 'neutral'}>{session.status === 'exited' ? `exited ${session.code ?? ''}` : session.paused ? 'waits for a page' : 'running'}</Badge>
								</td>
								<td>{trip === undefined ? '–' : `${trip.toFixed(1)} ms`}</td>
								<td>{session.viewers}</td>
								<td>{sizeText(session.buffered)}</td>
								<td>{sizeText(session.printed)}</td>
								<td title="Bytes that nobody could have seen, so they were not sent">{sizeText(session.skipped)}</td>
								<td>{sizeText(session.unseen)}</td>
								<td>{ageText(session.age_sec)}</td>
								<td title={session.cwd}>{session.cwd}</td>
							</tr>
						)
					})}
				</tbody>
			</table>
		</div>
	)
}
