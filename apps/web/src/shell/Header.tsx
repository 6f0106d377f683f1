import { Button, IconButton, Kbd } from '@drydock/ui'
import { PanelLeft, Search } from '@drydock/ui/icons'
import { runCommand, shortcutLabel, showFooter, showSidebar, useProject, usePreference } from '@drydock/web-kit'
import { ConnectionState } from './ConnectionState.tsx'
import { Logo } from './Logo.tsx'
import { openPalette, paletteUsed } from './palette-state.ts'
import { StatusItems } from './StatusItems.tsx'
import './Header.css'

/** Logo, title, the project, and the way to everything. */
export function Header() {
	const [isPaletteKnown] = usePreference(paletteUsed)
	const [hasSidebar] = usePreference(showSidebar)
	const [hasFooter] = usePreference(showFooter)
	const { root } = useProject()
	return (
		<header className="Header">
			<IconButton label="Toggle sidebar" shortcut={shortcutLabel('Alt+\\')} icon={<PanelLeft />} isPressed={hasSidebar} onClick={() => void runCommand('sidebar.toggle')} />
			<Logo />
			<h1 className="Header-title">Drydock</h1>
			<span className="Header-project" title={root}>
				{root.split('/').at(-1) || root}
			</span>
			<span className="Header-space" />
			{!hasFooter && <ConnectionState />}
			{isPaletteKnown ? (
				<IconButton label="Command palette" shortcut={shortcutLabel('Mod+Shift+P')} icon={<Search />} onClick={openPalette} />
			) : (
				<Button isSmall variant="quiet" icon={<Search />} onClick={openPalette} className="Header-palette">
					Open Palette <Kbd>{shortcutLabel('Mod+Shift+P')}</Kbd>
				</Button>
			)}
			<StatusItems side="header" />
		</header>
	)
}
