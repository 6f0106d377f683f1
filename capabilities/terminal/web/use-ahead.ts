import { useProject } from '@drydock/web-kit'
import { useEffect, useState } from 'react'
import { newTab, type TerminalTab } from './tabs.ts'

/** The terminal that a person looks at comes first. */
const pauseMs = 1000

/**
 * A terminal that is opened, connected and drawn before it is asked for, in the folder of the project: the next new one is only shown.
 * There is one for each page, and it ends with the page.
 */
export function useAhead({ isWanted }: { isWanted: boolean }) {
	const { cwd } = useProject()
	const [tab, setTab] = useState<TerminalTab>()
	const isGood = tab?.cwd === cwd
	useEffect(() => {
		if (!isWanted || isGood) return
		const timer = setTimeout(() => setTab(newTab({ cwd })), pauseMs)
		return () => clearTimeout(timer)
	}, [isWanted, isGood, cwd])
	return {
		tab: isGood ? tab : undefined,
		/** It has a terminal on the server now. */
		opened: (sid: string) => setTab((old) => old && { ...old, sid }),
		/** Hands it over. */
		take(): TerminalTab | undefined {
			if (!isGood || tab?.sid === undefined) return undefined
			setTab(undefined)
			return tab
		},
	}
}
