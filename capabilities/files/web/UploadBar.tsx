import { IconButton, Progress } from '@drydock/ui'
import { X } from '@drydock/ui/icons'
import { useSyncExternalStore } from 'react'
import { sizeText } from './folders.ts'
import type { Uploads } from './uploads.ts'
import { visibleText } from './VisibleName.tsx'

/** How far an upload is, with a way to stop it. */
export function UploadBar({ uploads }: { uploads: Uploads }) {
	const { isActive, count, done, name, sent, bytes } = useSyncExternalStore(uploads.subscribe, uploads.get)
	if (!isActive) return undefined
	return (
		<div className="UploadBar" role="group" aria-label="Upload">
			<span className="UploadBar-text">
				Uploading {count === 1 ? visibleText(name) : `${Math.min(done + 1, count)} of ${count} – ${visibleText(name)}`}
				<span className="UploadBar-size">
					{sizeText(sent)} of {sizeText(bytes)}
				</span>
			</span>
			<Progress label="Upload" value={sent} max={Math.max(bytes, 1)} />
			<IconButton label="Cancel the upload" icon={<X />} onClick={uploads.cancel} />
		</div>
	)
}
