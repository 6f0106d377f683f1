import { late, type LateComponent } from '@drydock/ui'
import { registry, showFooter, showHeader, showSidebar, usePreference, type OverlayEntry } from '@drydock/web-kit'
import { Dock } from '@drydock/web-kit/dock/Dock.tsx'
import { createElement } from 'react'
import { ExtraErrors } from './ExtraErrors.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { closePalette, usePalette } from './palette-state.ts'
import { Sidebar } from './Sidebar.tsx'
import './Workbench.css'

const Palette = late(() => import('./Palette.tsx'))

const overlayBodies = new Map<string, LateComponent<object>>()

function overlayOf({ id, load }: OverlayEntry): LateComponent<object> {
	const body = overlayBodies.get(id) ?? late(load)
	overlayBodies.set(id, body)
	return body
}

/** Header, side bar, dock, footer, and what floats over them. */
export function Workbench() {
	const [hasHeader] = usePreference(showHeader)
	const [hasFooter] = usePreference(showFooter)
	const [hasSidebar] = usePreference(showSidebar)
	const isPaletteOpen = usePalette((state) => state.isOpen)
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
			{isPaletteOpen && (
				<ExtraErrors name="palette" onError={closePalette}>
					<Palette />
				</ExtraErrors>
			)}
			{registry().overlays.map((entry) => (
				<ExtraErrors key={entry.id} name={entry.id}>
					{createElement(overlayOf(entry))}
				</ExtraErrors>
			))}
		</div>
	)
}
