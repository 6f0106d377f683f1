import { Button, EmptyState, ExactText } from '@drydock/ui'
import { FileCode, MonitorSmartphone, SquareTerminal } from '@drydock/ui/icons'
import { useCall } from '@drydock/web-kit'
import { searchFiles } from '../../files/contract.ts'
import { listPorts } from '../contract.ts'
import type { Target } from './target.ts'

/** So many pages are offered; others are typed. */
const mostPages = 6

/** Before anything is shown: the pages of the folder and the servers in the terminals. */
export function PreviewStart({ cwd, onTarget }: { cwd: string; onTarget(change: Partial<Target>): void }) {
	const found = useCall(searchFiles, { cwd, query: '.html', limit: 50 }, { send: { attempts: 1 } })
	const { data } = useCall(listPorts, {}, { send: { attempts: 1 } })
	const pages = (found.data?.results ?? []).filter(({ path, is_dir }) => !is_dir && /\.html?$/i.test(path) && !/(^|\/)\./.test(path))
	// The start of a site first.
	const offered = pages.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length || Number(b.name === 'index.html') - Number(a.name === 'index.html')).slice(0, mostPages)
	return (
		<EmptyState
			icon={<MonitorSmartphone />}
			title="See a page as a browser shows it"
			action={
				<>
					{offered.map(({ path }) => (
						<Button key={path} isSmall icon={<FileCode />} onClick={() => onTarget({ source: 'files', path })}>
							<ExactText text={path} />
						</Button>
					))}
					{data?.ports.map(({ port, program }) => (
						<Button key={port} isSmall icon={<SquareTerminal />} onClick={() => onTarget({ source: 'port', port, path: '/' })}>
							{program} on {port}
						</Button>
					))}
				</>
			}
		>
			Type the path of a page, such as index.html, or choose Port for a server that runs in a terminal.
		</EmptyState>
	)
}
