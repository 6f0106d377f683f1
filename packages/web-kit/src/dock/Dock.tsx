import { Button, classNames, EmptyState, MenuPopup, type MenuAnchor } from '@drydock/ui'
import { LayoutDashboard } from '@drydock/ui/icons'
import { Layout, TabNode, type IIcons, type ILayoutApi } from 'flexlayout-react'
import 'flexlayout-react/style/light.css'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { dockBarSize, dockGap } from '../appearance.ts'
import { runCommand } from '../commands.ts'
import { setPaneOpener } from '../panes.ts'
import { usePreference } from '../preferences.ts'
import './Dock.css'
import { createDock, type Dock as DockHandle } from './dock.ts'
import { Close, Maximize, Minimize, PopoutIcon, TabsIcon } from './dock-icons.tsx'
import { askExternalDrag, takeFiles, watchOwnDrags } from './external-drag.ts'
import { followFocus } from './focus.ts'
import { setCurrentDock } from './handle.ts'
import { dockLabel } from './labels.ts'
import { useLayoutRecord } from './layout-store.ts'
import { PaneFrame } from './PaneFrame.tsx'
import { closeForGood, preparePopout } from './popout.ts'
import { tabMenu } from './tab-menu.ts'

const icons: IIcons = { close: <Close />, closeTabset: <Close />, popout: <PopoutIcon />, maximize: <Maximize />, restore: <Minimize />, more: (_, hidden) => <TabsIcon count={hidden.length} /> }

/** The docked panes. A record that comes from elsewhere (server, reset) makes the dock anew. */
export function Dock() {
	const generation = useLayoutRecord((state) => state.generation)
	return <DockOf key={generation} />
}

function DockOf() {
	const [dock] = useState(createDock)
	const [isTakingFiles, setTakingFiles] = useState(false)
	const [barSize] = usePreference(dockBarSize)
	const [gap] = usePreference(dockGap)
	const layout = useRef<ILayoutApi>(null)
	// The engine measures bars and splitters when it draws.
	useEffect(() => layout.current?.redraw(), [barSize, gap])
	const [menu, setMenu] = useState<{ tab: TabNode; anchor: MenuAnchor }>()
	useEffect(() => {
		setPaneOpener(dock.open)
		setCurrentDock(dock)
		const stops = [followFocus(document, dock), watchOwnDrags(window), takeFiles(window, setTakingFiles)]
		return () => {
			for (const stop of stops) stop()
			setCurrentDock(undefined)
			setPaneOpener(undefined)
		}
	}, [dock])
	return (
		<div className={classNames('Dock', isTakingFiles && 'Dock--taking-files')}>
			<Layout
				ref={layout}
				model={dock.model}
				factory={(node) => factory(node, dock)}
				icons={icons}
				i18nTranslator={dockLabel}
				onAction={dock.review}
				onModelChange={(_, action) => dock.settle(action)}
				popoutURL="/popout.html"
				invalidateTabContentOnParentRender={false}
				onTabSetPlaceHolder={() => <NothingOpen />}
				onExternalDrag={askExternalDrag}
				onContextMenu={(node, event) => {
					if (!(node instanceof TabNode)) return
					event.preventDefault()
					setMenu({ tab: node, anchor: anchorAt(event) })
				}}
				onPopoutOpen={(_, popout) => preparePopout(popout, dock)}
				onPopoutClose={(_, popout) => closeForGood(popout)}
			/>
			{menu && <MenuPopup key={`${menu.tab.getId()}${menu.anchor.left}`} label={menu.tab.getName()} items={tabMenu(menu.tab, dock.dispatch)} anchor={menu.anchor} onClose={() => setMenu(undefined)} />}
		</div>
	)
}

/** Every tab was closed. */
function NothingOpen() {
	return (
		<EmptyState
			icon={<LayoutDashboard />}
			title="No pane is open"
			action={
				<>
					<Button onClick={() => void runCommand('palette.open')}>Open Palette</Button>
					<Button onClick={() => void runCommand('layout.reset')}>Reset layout</Button>
				</>
			}
		/>
	)
}

function anchorAt({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): MenuAnchor {
	return { element: currentTarget, left: clientX, right: clientX, top: clientY, bottom: clientY }
}

function factory(node: TabNode, dock: DockHandle) {
	return <PaneFrame node={node} dock={dock} />
}
