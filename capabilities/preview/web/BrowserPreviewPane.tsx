import { Banner, ErrorState, PaneBody, Skeleton } from '@drydock/ui'
import { usePaneTab, usePoll, useProject } from '@drydock/web-kit'
import { useRef, useState } from 'react'
import { openPort, openPreview, type FromPage } from '../contract.ts'
import { devices } from './devices.ts'
import { withEntries, type Line } from './from-page.ts'
import { PreviewBar, type Options } from './PreviewBar.tsx'
import { PreviewConsole } from './PreviewConsole.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { PreviewStart } from './PreviewStart.tsx'
import { addressOf, fileOf, pathIn, targetOf, type Target } from './target.ts'
import { defaultInterval, longestInterval, shortestInterval, usePageChanges } from './use-page-changes.ts'
import './Preview.css'

/** The name stays open for an hour after its last use. */
const renewMs = 20 * 60_000

function optionsOf(config: Readonly<Record<string, unknown>>): Options {
	const interval = config['intervalMs']
	const device = config['device']
	return {
		isAuto: config['isAuto'] !== false,
		intervalMs: typeof interval === 'number' ? Math.min(Math.max(interval, shortestInterval), longestInterval) : defaultInterval,
		device: typeof device === 'string' && devices.some(({ name }) => name === device) ? device : 'Responsive',
		isTurned: config['isTurned'] === true,
		network: config['network'] === true,
		hasConsole: config['hasConsole'] === true,
	}
}

/** A page of the project, or the user's own server, in a frame of another origin (spec/1 §2). */
export default function BrowserPreviewPane() {
	const { cwd } = useProject()
	const tab = usePaneTab()
	const target = targetOf(tab.config, cwd)
	const options = optionsOf(tab.config)
	const isFiles = target.source === 'files'
	const pages = usePoll(openPreview, { cwd: target.cwd, network: options.network }, { everyMs: renewMs, enabled: isFiles && target.path !== '' })
	const server = usePoll(openPort, { port: target.port }, { everyMs: renewMs, enabled: !isFiles })
	const opened = isFiles ? pages : server
	const origin = opened.data?.origin

	const frame = useRef<HTMLIFrameElement>(null)
	const [lines, setLines] = useState<readonly Line[]>([])
	/** Where the page itself says that it is: links in it lead on. */
	const [page, setPage] = useState<{ url: string; mark: string; of: string }>()
	const [loads, setLoads] = useState(0)
	const start = origin && addressOf(origin, target)
	const isHere = page !== undefined && page.of === start
	const shownPath = (origin && isHere && pathIn(origin, page.url, target.source)) || target.path
	const problem = usePageChanges({ cwd: target.cwd, path: fileOf(shownPath), intervalMs: options.intervalMs, isOn: isFiles && options.isAuto && tab.isVisible && origin !== undefined, shown: isHere ? page.mark : '', onChange: () => void reload() })

	async function reload() {
		// A server that was started again has forgotten what was open.
		const { data } = await opened.refetch()
		// The page loads itself anew where it is, with its place kept; one that cannot hear is opened again.
		if (origin && isHere && data?.renewed) frame.current?.contentWindow?.postMessage({ drydock: 'reload' }, origin)
		else setLoads((count) => count + 1)
	}
	function handleRefresh() {
		setLines([])
		void reload()
	}
	function handleMessage(message: FromPage) {
		if (message.drydock === 'console') return setLines((known) => withEntries(known, message, origin))
		// It leads the Open link, so it is nowhere but under the page's own name.
		if (origin && message.url.startsWith(`${origin}/`)) setPage({ url: message.url, mark: message.mark, of: start ?? '' })
	}
	const handleTarget = (change: Partial<Target>) => {
		setPage(undefined)
		setLines([])
		setLoads((count) => count + 1)
		tab.setConfig({ ...change })
	}
	const size = devices.find(({ name }) => name === options.device)?.size
	return (
		<PaneBody
			label="Browser Preview"
			className="Preview"
			header={
				<PreviewBar
					target={target}
					options={options}
					address={origin && isHere ? page.url : start}
					shownPath={shownPath}
					problems={lines.filter(({ level }) => level === 'error').length}
					onTarget={handleTarget}
					onOptions={(change) => tab.setConfig({ ...change })}
					onRefresh={handleRefresh}
				/>
			}
			footer={options.hasConsole && <PreviewConsole lines={lines} isBlocking={isFiles && !options.network} onAllow={() => tab.setConfig({ network: true })} onClear={() => setLines([])} onClose={() => tab.setConfig({ hasConsole: false })} />}
		>
			{problem !== undefined && <Banner tone="attention">{problem}</Banner>}
			{isFiles && target.path === '' ? (
				<PreviewStart cwd={target.cwd} onTarget={handleTarget} />
			) : opened.error && !start ? (
				<ErrorState title="The preview cannot be opened" error={opened.error} onRetry={() => void opened.refetch()} />
			) : start && origin ? (
				<PreviewFrame
					key={`${start}\0${loads}`}
					address={start}
					origin={origin}
					mayOpen={!isFiles || options.network}
					size={size && options.isTurned ? [size[1], size[0]] : size}
					frame={frame}
					onMessage={handleMessage}
				/>
			) : (
				<Skeleton />
			)}
		</PaneBody>
	)
}
