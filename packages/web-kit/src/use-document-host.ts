import { useEffect, useRef, useState, type RefObject } from 'react'
import { adoptionMark } from './adoption-mark.ts'

export type BuildWidget = (host: HTMLElement, window: Window & typeof globalThis) => () => void

/**
 * A host for widgets that bind to the document they are made in, such as the editor and the terminal. When a tab moves to another window
 * its element is adopted there: the widget is then rebuilt inside an element that the live document made (one made by a closed popout
 * keeps that window's classes and breaks `instanceof`). Keep models and state outside of `build`.
 */
export function useDocumentHost(build: BuildWidget): RefObject<HTMLDivElement | null> {
	const outer = useRef<HTMLDivElement>(null)
	const [owner, setOwner] = useState<Document>()
	const latest = useRef(build)
	// At once, not with the next render: a person may type by then.
	useEffect(() => {
		const element = outer.current
		if (!element) return
		const mark = adoptionMark(() => element.ownerDocument.defaultView && setOwner(element.ownerDocument))
		element.append(mark)
		return () => mark.remove()
	}, [])
	// oxlint-disable-next-line react-hooks/exhaustive-deps -- only a look after each render tells that the element was adopted; the state changes when it was
	useEffect(() => {
		latest.current = build
		const current = outer.current?.ownerDocument
		if (current && current !== owner && current.defaultView && outer.current?.isConnected) setOwner(current)
	})
	useEffect(() => {
		const window = owner?.defaultView
		if (!owner || !window || !outer.current) return
		const host = owner.createElement('div')
		host.style.cssText = 'position:absolute;inset:0'
		outer.current.append(host)
		const dispose = latest.current(host, window)
		return () => {
			dispose()
			host.remove()
		}
	}, [owner])
	return outer
}
