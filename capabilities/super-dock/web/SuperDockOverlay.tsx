import { firstRunDone, firstRunPanes, usePreference } from '@drydock/web-kit'
import { useEffect, useSyncExternalStore } from 'react'
import { isFirstRunDue, superDockOpen } from './open-state.ts'
import { addItems, paneItem } from './requests.ts'
import { usePanels } from './store.ts'
import { SuperDock } from './SuperDock.tsx'

/** The floating panels (spec/3 §2, Super Dock). */
export default function SuperDockOverlay() {
	const [isOpen, setOpen] = usePreference(superDockOpen)
	const [isDone, setDone] = usePreference(firstRunDone)
	const { panels, order } = usePanels()
	const viewport = useViewport()
	useEffect(() => {
		if (!isFirstRunDue()) return
		addItems(firstRunPanes().flatMap(({ id }) => paneItem(id) ?? []))
		setOpen(true)
		setDone(true)
	}, [isDone, setOpen, setDone])
	if (!isOpen) return undefined
	return panels.map((panel) => <SuperDock key={panel.id} panel={panel} layer={order.indexOf(panel.id)} viewport={viewport} />)
}

function useViewport() {
	const size = useSyncExternalStore(watchSize, () => `${innerWidth} ${innerHeight}`)
	const [width = 0, height = 0] = size.split(' ').map(Number)
	return { width, height }
}

function watchSize(listener: () => void) {
	addEventListener('resize', listener)
	return () => removeEventListener('resize', listener)
}
