import { Select } from '@drydock/ui'
import { usePaneTab } from '@drydock/web-kit'
import { mediaKinds, type MediaKind } from '../contract.ts'
import { MediaBrowser } from './MediaBrowser.tsx'

const filters: Record<MediaKind | 'all', string> = { all: 'All', image: 'Images', video: 'Videos', audio: 'Audio' }

export default function MediaPane() {
	const { config, setConfig } = usePaneTab()
	const kind = (['all', ...mediaKinds] as const).find((each) => each === config['kind']) ?? 'all'
	return (
		<MediaBrowser
			label="Media"
			kind={kind}
			emptyText="No media files in this folder"
			filter={
				<Select className="Media-filter" aria-label="Filter" value={kind} onChange={({ target }) => setConfig({ kind: target.value })}>
					{Object.entries(filters).map(([value, text]) => (
						<option key={value} value={value}>
							{text}
						</option>
					))}
				</Select>
			}
		/>
	)
}
