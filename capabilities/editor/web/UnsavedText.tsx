import { openPane } from '@drydock/web-kit'
import { isPaneOpen, layoutKnown } from '@drydock/web-kit/dock/layout-store.ts'
import { useEffect } from 'react'
import { browserDrafts } from './drafts.ts'

/** Opens the editor for unsaved text when the layout forgot it: a browser that is killed loses its last settings, but not the drafts. Shows nothing. */
export default function UnsavedText() {
	useEffect(() => {
		void Promise.all([browserDrafts.keys(), layoutKnown]).then(([keys]) => keys.length > 0 && !isPaneOpen('code-editor') && openPane('code-editor'))
	}, [])
	return undefined
}
