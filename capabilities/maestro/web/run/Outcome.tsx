import { Banner, Button } from '@drydock/ui'
import { RotateCw } from '@drydock/ui/icons'
import { openPane } from '@drydock/web-kit'
import type { RunView } from './view.ts'

const toSettings = new Set(['models.no_key', 'models.wrong_key', 'models.no_provider', 'models.unknown_model', 'models.no_credit'])

/** How a run ended, when its last words do not say it. */
export function Outcome({ outcome, isBusy, onRetry }: { outcome: NonNullable<RunView['outcome']>; isBusy: boolean; onRetry(): void }) {
	const { status, summary, code } = outcome
	if (status === 'done') return undefined
	const retry = (
		<Button isSmall icon={<RotateCw />} isBusy={isBusy} onClick={onRetry}>
			{status === 'failed' ? 'Retry' : 'Go on'}
		</Button>
	)
	return (
		<div className="Transcript-block Outcome">
			<Banner
				tone={status === 'failed' ? 'bad' : 'neutral'}
				actions={
					<>
						{retry}
						{code !== undefined && toSettings.has(code) && (
							<Button isSmall onClick={() => openPane('settings')}>
								Settings
							</Button>
						)}
					</>
				}
			>
				{summary || (status === 'failed' ? 'The run failed.' : 'Stopped.')}
			</Banner>
		</div>
	)
}
