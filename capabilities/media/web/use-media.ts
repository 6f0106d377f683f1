import { useCall, usePoll, useStream } from '@drydock/web-kit'
import { within } from '@drydock/web-kit/folders.ts'
import { useEffect, useRef, useState } from 'react'
import { watchFiles } from '../../files/contract.ts'
import { listMedia, openMedia, type MediaKind } from '../contract.ts'
import { held, type Source } from './media-item.ts'

/** The name stays open for an hour after its last use. */
const renewMs = 20 * 60_000
/** Files that arrive one after the other are listed together. */
const gatherMs = 400
/** After a file could not be read the name is asked for again, but not for each of a hundred. */
const reopenMs = 5000

interface Asked {
	/** The root that the folder lies in. */
	root: string
	/** Absolute. */
	folder: string
	kind: MediaKind | 'all'
}

/** The media of a folder: listed, kept current, readable. */
export function useMedia({ root, folder, kind }: Asked) {
	const path = within(root, folder)
	const list = useCall(listMedia, { cwd: root, path, kind }, { keepPrevious: true })
	const opened = usePoll(openMedia, { cwd: root }, { everyMs: renewMs })
	const [order, setOrder] = useState<readonly string[]>()
	const [at, setAt] = useState(0)
	// `ready` counts as well: before it, and while the line was broken, anything may have changed.
	const changes = useStream(watchFiles, { cwd: root, path: [path] }, { initial: () => 0, fold: (count) => count + 1, endless: true }).state
	useGathered(changes, () => void list.refetch())
	const lastOpened = useRef(0)

	const all = list.data?.items ?? []
	const items = order ? held(all, order) : all
	const source: Source | undefined = opened.data && { origin: opened.data.origin, at }
	return {
		items,
		folders: list.data?.folders ?? [],
		/** How many there are, with those that were left out. */
		total: list.data?.total ?? 0,
		isLoading: list.isLoading,
		error: list.error ?? (opened.data ? undefined : opened.error),
		source,
		/** New ones that wait until someone wants to see them. */
		waiting: order ? all.length - items.length : 0,
		/** Nothing moves from now on, or everything may. */
		hold: (isHeld: boolean) => setOrder(isHeld ? (order ?? all.map((item) => item.path)) : undefined),
		refresh() {
			setOrder(undefined)
			void list.refetch()
			void opened.refetch().then(() => setAt((count) => count + 1))
		},
		/** A file could not be read: the server may have been started again. */
		reportBroken() {
			if (Date.now() - lastOpened.current < reopenMs) return
			lastOpened.current = Date.now()
			void opened.refetch().then(({ data }) => data?.renewed === false && setAt((count) => count + 1))
		},
	}
}

function useGathered(count: number, act: () => void) {
	const latest = useRef(act)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => {
		latest.current = act
	})
	useEffect(() => {
		if (count === 0 || timer.current !== undefined) return
		timer.current = setTimeout(() => {
			timer.current = undefined
			latest.current()
		}, gatherMs)
	}, [count])
	useEffect(
		() => () => {
			clearTimeout(timer.current)
			timer.current = undefined
		},
		[],
	)
}
