import { usePaneTab } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'

/** The effect that is looked at: one that waits, or one that another pane asked for. What was asked for is forgotten at once, since it may be decided before a reload. */
export function useShown() {
	const tab = usePaneTab()
	const latest = useRef(tab)
	useEffect(() => {
		latest.current = tab
	})
	const [shown, setShown] = useState<string>()
	const asked = tab.config['effect']
	useEffect(() => {
		if (typeof asked !== 'string') return
		setShown(asked)
		latest.current.setConfig({ effect: undefined })
	}, [asked])
	return [shown, setShown] as const
}
