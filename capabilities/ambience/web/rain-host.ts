import { createRain, type RainStyle } from './rain.ts'

export interface RainHost {
	change(style: RainStyle): void
	/** False while it is behind another tab. */
	show(isShown: boolean): void
	dispose(): void
}

/** Rain that fills an element of any window: none falls while nobody looks, and it stands still where nothing may move. */
export function createRainHost(element: HTMLElement, window: Window & typeof globalThis, first: RainStyle): RainHost {
	const { ownerDocument: page } = element
	const canvas = page.createElement('canvas')
	canvas.setAttribute('aria-hidden', 'true')
	element.append(canvas)
	const rain = createRain(canvas, window, first)
	const still = window.matchMedia('(prefers-reduced-motion: reduce)')
	let isShown = true

	function update() {
		const isStill = still.matches || page.documentElement.hasAttribute('data-reduce-motion')
		if (isShown && !isStill && !page.hidden && element.clientWidth > 0) rain.start()
		else rain.stop()
		if (isStill) rain.paint()
	}
	const sizes = new window.ResizeObserver(() => {
		rain.resize(element.clientWidth, element.clientHeight)
		update()
	})
	// Theme and motion are attributes of the document: at once in the colours of now.
	const looks = new window.MutationObserver(() => {
		rain.paint()
		update()
	})
	sizes.observe(element)
	looks.observe(page.documentElement, { attributeFilter: ['data-theme', 'data-reduce-motion'] })
	still.addEventListener('change', update)
	page.addEventListener('visibilitychange', update)

	return {
		change(style) {
			rain.change(style)
			update()
		},
		show(next) {
			isShown = next
			update()
		},
		dispose() {
			rain.stop()
			sizes.disconnect()
			looks.disconnect()
			still.removeEventListener('change', update)
			page.removeEventListener('visibilitychange', update)
			canvas.remove()
		},
	}
}
