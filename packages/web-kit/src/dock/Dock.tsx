import { Close, Maximize, Minimize, PopoutIcon, TabsIcon } from './dock-icons.tsx'
import { Layout, type IIcons, type TabNode } from 'flexlayout-react'
import 'flexlayout-react/style/light.css'
import { useEffect, useState } from 'react'
import { setPaneOpener } from '../panes.ts'
import { listenForShortcuts } from '../shortcuts.ts'
import './Dock.css'
import { createDock, type Dock as DockHandle } from './dock.ts'
import { dockLabel } from './labels.ts'
import { useLayoutRecord } from './layout-store.ts'
import { PaneFrame } from './PaneFrame.tsx'
import { mirrorAppearance } from './popout.ts'

const icons: IIcons = { close: <Close />, closeTabset: <Close />, popout: <PopoutIcon />, maximize: <Maximize />, restore: <Minimize />, more: (_, hidden) => <TabsIcon count={hidden.length} /> }

/** The docked panes. A record that comes from elsewhere (server, reset) makes the dock anew. */
export function Dock() {
	const generation = useLayoutRecord((state) => state.generation)
	return <DockOf key={generation} />
}

function DockOf() {
	const [dock] = useState(createDock)
	useEffect(() => {
		setPaneOpener(dock.open)
		return () => setPaneOpener(undefined)
	}, [dock])
	return (
		<Layout
			model={dock.model}
			factory={(node) => factory(node, dock)}
			icons={icons}
			i18nTranslator={dockLabel}
			onAction={dock.review}
			onModelChange={(_, action) => dock.settle(action)}
			popoutURL="/popout.html"
			realtimeResize={false}
			invalidateTabContentOnParentRender={false}
			keyMap={{ focusNextTabset: 'Ctrl+F6', focusPreviousTabset: 'Ctrl+Shift+F6' }}
			onPopoutOpen={(_, popout, popoutDocument) => {
				listenForShortcuts(popout)
				mirrorAppearance(popoutDocument)
			}}
		/>
	)
}

function factory(node: TabNode, dock: DockHandle) {
	return <PaneFrame node={node} dock={dock} />
}
