import { InWindow, late, type LateComponent } from '@drydock/ui'
import { closeOverlay, readPreference, registry, showFooter, showHeader, showSidebar, sidebarWidth, useOverlayPage, usePreference, wantedOverlays, watchOverlays, type OverlayEntry } from '@drydock/web-kit'
import { Dock } from '@drydock/web-kit/dock/Dock.tsx'
import { createElement, useEffect, useSyncExternalStore } from 'react'
import { openLinkedPane } from './enter.ts'
import { ExtraErrors } from './ExtraErrors.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { afterStart } from './preload.ts'
import './Workbench.css'

const Sidebar = late(() => import('./late/Sidebar.tsx'), () => <div style={{ width: readPreference(sidebarWidth) }} />)

const overlayBodies = new Map<string, LateComponent<object>>()

function overlayOf({ id, load }: OverlayEntry): LateComponent<object> {
	const body = overlayBodies.get(id) ?? late(load)
	overlayBodies.set(id, body)
	return body
}

function preloadTypedInto() {
	void afterStart().then(() => {
		for (const entry of registry().overlays) if (entry.isTypedInto) overlayOf(entry).preload().catch((error: unknown) => console.debug(`${entry.id} is not loaded yet`, error))
	})
}

/** Header, side bar, dock, footer, and what floats over them. */
export function Workbench() {
	const [hasHeader] = usePreference(showHeader)
	const [hasFooter] = usePreference(showFooter)
	const [hasSidebar] = usePreference(showSidebar)
	useEffect(openLinkedPane, [])
	useEffect(preloadTypedInto, [])
	const wanted = useSyncExternalStore(watchOverlays, wantedOverlays).split(' ')
	return (
		<div className="Workbench">
			{hasHeader && <Header />}
			<div className="Workbench-middle">
				{hasSidebar && <Sidebar />}
				<main className="Workbench-dock" aria-label="Panes">
					<Dock />
				</main>
			</div>
			{hasFooter && <Footer />}
			{registry()
				.overlays.filter(({ id }) => wanted.includes(id))
				.map((entry) => (
					<Overlay key={entry.id} entry={entry} />
				))}
		</div>
	)
}

/** In the window in which it was opened. */
function Overlay({ entry }: { entry: OverlayEntry }) {
	return (
		<InWindow page={useOverlayPage(entry.id)}>
			<ExtraErrors name={entry.id} onError={() => closeOverlay(entry.id)}>
				{createElement(overlayOf(entry))}
			</ExtraErrors>
		</InWindow>
	)
}
