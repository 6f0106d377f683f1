import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { ArrowDown } from './icons.ts'
import './FollowScroll.css'

/** Nearer to the end than this counts as being there: half a line of rounding and a trackpad's last twitch. */
const nearPx = 24

/** A scrolling log that stays at its end while new things come, unless the person has scrolled away. */
export function FollowScroll({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
	const view = useRef<HTMLDivElement>(null)
	const content = useRef<HTMLDivElement>(null)
	const place = useRef({ isFollowing: true, top: 0 })
	const [isAway, setIsAway] = useState(false)

	useEffect(() => {
		const scroller = view.current
		const grown = content.current
		const { ResizeObserver } = scroller?.ownerDocument.defaultView ?? globalThis
		if (!scroller || !grown) return
		const observer = new ResizeObserver(() => {
			if (place.current.isFollowing) scroller.scrollTop = scroller.scrollHeight
		})
		observer.observe(scroller)
		observer.observe(grown)
		return () => observer.disconnect()
	}, [])

	function handleScroll() {
		const scroller = view.current
		if (!scroller) return
		const { scrollTop, scrollHeight, clientHeight } = scroller
		const isNear = scrollHeight - scrollTop - clientHeight < nearPx
		// Content that grew since our own scroll also leaves a gap: only going up means leaving.
		if (isNear) place.current.isFollowing = true
		else if (scrollTop < place.current.top) place.current.isFollowing = false
		place.current.top = scrollTop
		setIsAway(!place.current.isFollowing)
	}

	function handleJump() {
		const scroller = view.current
		if (!scroller) return
		place.current.isFollowing = true
		scroller.scrollTop = scroller.scrollHeight
		setIsAway(false)
		scroller.focus()
	}

	return (
		<div className={classNames('FollowScroll', className)}>
			<div ref={view} className="FollowScroll-view" role="log" aria-live="off" aria-label={label} tabIndex={0} onScroll={handleScroll}>
				<div ref={content} className="FollowScroll-content">
					{children}
				</div>
			</div>
			{isAway && (
				<Button isSmall className="FollowScroll-jump" icon={<ArrowDown />} onClick={handleJump}>
					Latest
				</Button>
			)}
		</div>
	)
}
