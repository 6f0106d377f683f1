import { agoText, Banner, Button, EmptyState, ErrorState, PaneBody, Skeleton, Spacer, Toolbar, useNow } from '@drydock/ui'
import { LogIn, RefreshCw, Server } from '@drydock/ui/icons'
import { openPane, registry, usePaneTab, usePoll, usePreference, writePreference } from '@drydock/web-kit'
import { useEffect } from 'react'
import { listProviders, type ProviderStatus } from '../contract.ts'
import { ProviderRow } from './ProviderRow.tsx'
import { snapshot } from './snapshot.ts'
import './ProvidersPane.css'

/** spec: provider request timeout */
const timeoutMs = 15_000
/** spec: provider refresh */
const everyMs = 5000
/** spec: provider back-off */
const retryMs = { base: 2000, cap: 60_000 }

/** spec/1 §2, Provider Diagnostics: asked again only while somebody can see it. */
export default function ProvidersPane() {
	const { isVisible } = usePaneTab()
	const { data, error, isFetching, dataUpdatedAt, retryAt, refetch } = usePoll(listProviders, {}, { everyMs, retryMs, enabled: isVisible, send: { timeoutMs } })
	const [last] = usePreference(snapshot)
	useEffect(() => {
		if (data) writePreference(snapshot, { at: dataUpdatedAt, providers: data })
	}, [data, dataUpdatedAt])
	const isOffline = error !== undefined && error !== null
	const shown = data ?? (isOffline ? last?.providers : undefined)
	const at = data ? dataUpdatedAt : last?.at
	const rows = Object.entries(shown ?? {}).toSorted(([, a], [, b]) => rank(a) - rank(b))
	return (
		<PaneBody
			label="Provider diagnostics"
			className="ProvidersPane"
			header={
				<>
					<Toolbar label="Provider diagnostics">
						<Button isSmall icon={<RefreshCw />} onClick={() => void refetch()}>
							Refresh
						</Button>
						<Button isSmall icon={<LogIn />} onClick={openOnboarding}>
							Onboarding
						</Button>
						<Spacer />
						{shown && at !== undefined && <Freshness at={at} isFetching={isFetching} isOffline={isOffline} />}
					</Toolbar>
					{isOffline && shown && <OfflineBanner retryAt={retryAt} />}
					{isOffline && shown && <Banner tone="bad">{error.message}</Banner>}
				</>
			}
		>
			{rows.length > 0 && (
				<ul className="ProvidersPane-list">
					{rows.map(([id, status]) => (
						<ProviderRow key={id} id={id} status={status} canTest={!isOffline} />
					))}
				</ul>
			)}
			{!shown && !isOffline && <Skeleton />}
			{!shown && isOffline && <ErrorState title="The providers could not be read" error={error} onRetry={() => void refetch()} />}
			{shown && rows.length === 0 && <EmptyState icon={<Server />} title="No providers" />}
		</PaneBody>
	)
}

/** What is in use first, then what could be. */
function rank({ selected, status }: ProviderStatus): number {
	return selected ? 0 : status === 'ready' ? 1 : 2
}

function OfflineBanner({ retryAt }: { retryAt: number | undefined }) {
	const now = useNow(1000)
	const seconds = Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1000))
	return <Banner tone="attention">{`Offline — showing last snapshot. Retrying in ${seconds}s…`}</Banner>
}

function Freshness({ at, isFetching, isOffline }: { at: number; isFetching: boolean; isOffline: boolean }) {
	const now = useNow(60_000)
	return (
		<span className="ProvidersPane-age" aria-busy={isFetching}>
			{isOffline ? `As of ${new Date(at).toLocaleTimeString()}` : at > now ? 'Up to date' : `As of ${agoText(at, now)}`}
		</span>
	)
}

/** The public event, so that whoever shows the onboarding hears it; until something does, keys are set up in Settings. */
function openOnboarding() {
	dispatchEvent(new CustomEvent('vt:onboarding:open'))
	if (!registry().panes.has('onboarding')) openPane('settings')
}
