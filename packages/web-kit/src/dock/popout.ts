// A window of its own is a document of its own: what the main one has set up is set up there again.
import { addHostWindow } from '@drydock/ui/host.ts'
import { addWindow } from '../seen.ts'
import { listenForShortcuts } from '../shortcuts.ts'
import type { Dock } from './dock.ts'
import { followFocus } from './focus.ts'

export function preparePopout(popout: Window, dock: Dock): void {
	addWindow(popout)
	addHostWindow(popout)
	mirrorAppearance(popout.document)
	followFocus(popout.document, dock)
	listenForShortcuts(popout)
}

/** A popout that is reloaded would stay open with nothing in it: its panes have gone back to the main window. */
export function closeForGood(popout: Window): void {
	setTimeout(() => popout.close())
}

/** Theme, font and motion settings stand on the main document's root and are copied. */
function mirrorAppearance(popout: Document): void {
	const source = document.documentElement
	const copy = () => {
		for (const name of popout.documentElement.getAttributeNames()) if (!source.hasAttribute(name)) popout.documentElement.removeAttribute(name)
		for (const { name, value } of source.attributes) popout.documentElement.setAttribute(name, value)
	}
	copy()
	const observer = new MutationObserver(copy)
	observer.observe(source, { attributes: true })
	popout.defaultView?.addEventListener('pagehide', () => observer.disconnect())
}
