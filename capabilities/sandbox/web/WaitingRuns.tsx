import { agoText, useNow } from '@drydock/ui'
import { useCall } from '@drydock/web-kit'
import { listShadowRuns } from '../contract.ts'

/** Often enough for "5 minutes ago". */
const minuteMs = 60_000

/** Other shadow runs whose changes wait for a decision. */
export function WaitingRuns({ shown, onShow }: { shown: string | undefined; onShow(id: string): void }) {
	const { data } = useCall(listShadowRuns, {}, { onFocus: true })
	const now = useNow(minuteMs)
	const runs = data?.runs.filter(({ id }) => id !== shown) ?? []
	if (runs.length === 0) return null
	return (
		<section className="SandboxPane-waiting" aria-label="Waiting for you">
			<h2>Waiting for you</h2>
			<ul>
				{runs.map(({ id, title, by, at, changes }) => (
					<li key={id}>
						<button type="button" onClick={() => onShow(id)}>
							<code>{title.split('\n', 1)[0]}</code>
							<span>{`${by}, ${agoText(at, now)}, ${changes} ${changes === 1 ? 'change' : 'changes'}`}</span>
						</button>
					</li>
				))}
			</ul>
		</section>
	)
}
