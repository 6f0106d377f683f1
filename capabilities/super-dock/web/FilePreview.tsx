import { EmptyState, ErrorState, Skeleton } from '@drydock/ui'
import { ExternalLink, FileText } from '@drydock/ui/icons'
import { asFault, useApi, useProject } from '@drydock/web-kit'
import { useQuery } from '@tanstack/react-query'
import { readFile } from '../../files/contract.ts'
import type { Item } from './panels.ts'

/** Enough to see what it is; the editor shows the rest. */
const shownBytes = 64 * 1024

/** The beginning of a file, or where a link leads. */
export function FilePreview({ item, isLink }: { item: Item; isLink: boolean }) {
	if (!isLink) return <FileStart item={item} />
	return (
		<EmptyState icon={<ExternalLink />} title="A link">
			<a href={item.path} target="_blank" rel="noopener noreferrer">
				{item.path}
			</a>
		</EmptyState>
	)
}

function FileStart({ item: { path = '', cwd } }: { item: Item }) {
	const api = useApi()
	const { cwd: current } = useProject()
	const folder = cwd ?? current
	const { data, error, refetch } = useQuery({ queryKey: ['super-dock', folder, path], queryFn: ({ signal }) => readStart(signal) })
	async function readStart(signal: AbortSignal) {
		const reply = await api.read(readFile, { cwd: folder, path }, { signal })
		const isText = /^text\/|json|javascript|xml/.test(reply.headers.get('content-type') ?? '')
		const blob = isText ? (await reply.blob()).slice(0, shownBytes) : undefined
		if (!blob) await reply.body?.cancel()
		return { text: await blob?.text() }
	}
	if (error) return <ErrorState title="The file cannot be shown" error={asFault(error)} onRetry={() => void refetch()} />
	if (!data) return <Skeleton />
	if (data.text === undefined) return <EmptyState icon={<FileText />} title="No text in this file" />
	return (
		<pre className="SuperDock-text" tabIndex={0}>
			{data.text}
		</pre>
	)
}
