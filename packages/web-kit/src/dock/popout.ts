/** A popout is a document of its own: theme, font and motion settings stand on the main one's root and are copied. */
export function mirrorAppearance(popout: Document): void {
	const source = document.documentElement
	const copy = () => {
		for (const { name, value } of source.attributes) popout.documentElement.setAttribute(name, value)
	}
	copy()
	const observer = new MutationObserver(copy)
	observer.observe(source, { attributes: true })
	popout.defaultView?.addEventListener('pagehide', () => observer.disconnect())
}
