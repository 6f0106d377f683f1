import { Banner, Button, PaneBody, Skeleton, Spacer, Toolbar } from '@drydock/ui'
import { Download, RefreshCw } from '@drydock/ui/icons'
import { asFault, toast, useApi, usePaneTab, usePoll, useSend } from '@drydock/web-kit'
import { offerFile } from '@drydock/web-kit/offer-file.ts'
import { useState } from 'react'
import { cacheStatus } from '../../files/contract.ts'
import { serverState, supportBundle } from '../contract.ts'
import { StateFacts } from './StateFacts.tsx'
import './DiagnosticsPane.css'

/** Often enough to see a leak grow. */
const everyMs = 5000

/** spec/1 §2, Diagnostics, and what people who help ask for. */
export default function DiagnosticsPane() {
	const { isVisible } = usePaneTab()
	const api = useApi()
	const state = usePoll(serverState, {}, { everyMs, enabled: isVisible })
	const cache = useSend(cacheStatus)
	return (
		<PaneBody
			label="Diagnostics"
			header={
				<Toolbar label="Diagnostics">
					<Button isSmall icon={<RefreshCw />} isBusy={cache.isPending} onClick={() => cache.mutate({})}>
						Fetch FS Cache Status
					</Button>
					<Spacer />
					<BundleButton />
				</Toolbar>
			}
		>
			<div className="DiagnosticsPane">
				<dl className="DiagnosticsPane-facts">
					<div>
						<dt>API base</dt>
						<dd>
							<code>{api.base || globalThis.location.origin}</code>
						</dd>
					</div>
				</dl>
				<h2>File cache</h2>
				{cache.error && <Banner tone="bad">{`Failed: ${cache.error.message}`}</Banner>}
				<pre className="DiagnosticsPane-json" tabIndex={0} aria-label="FS cache status">
					{cache.data ? JSON.stringify(cache.data, undefined, 2) : 'No data'}
				</pre>
				<h2>Server</h2>
				{state.error && <Banner tone="bad">{`Failed: ${state.error.message}`}</Banner>}
				{state.data ? <StateFacts state={state.data} /> : !state.error && <Skeleton />}
			</div>
		</PaneBody>
	)
}

/** Saves the bundle as a file; nothing is sent anywhere. */
function BundleButton() {
	const api = useApi()
	const [isBusy, setBusy] = useState(false)
	async function handleClick(page: Document) {
		setBusy(true)
		try {
			const reply = await api.read(supportBundle, {})
			const name = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? 'drydock-support.json'
			offerFile(page, name, await reply.blob())
			toast({ kind: 'success', message: `Saved ${name}: look through it before you send it` })
		} catch (error) {
			toast({ kind: 'error', message: `Failed: ${asFault(error).message}` })
		}
		setBusy(false)
	}
	return (
		<Button isSmall icon={<Download />} isBusy={isBusy} title="Version, state, last log lines and runs without their content; secrets are taken out" onClick={(event) => void handleClick(event.currentTarget.ownerDocument)}>
			Save support bundle
		</Button>
	)
}
