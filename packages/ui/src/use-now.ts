import { useEffect, useState } from 'react'

/** The time, as often as it is needed; without a period it stands still and costs nothing. */
export function useNow(everyMs: number | undefined): number {
	const [now, setNow] = useState(() => Date.now())
	useEffect(() => {
		if (everyMs === undefined) return
		setNow(Date.now())
		const timer = setInterval(() => setNow(Date.now()), everyMs)
		return () => clearInterval(timer)
	}, [everyMs])
	return now
}
