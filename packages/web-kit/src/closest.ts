/** The element that an event is about, or the nearest around it that matches; also in a popout, whose elements have classes of their own, so `instanceof` would miss. */
export function closest(target: EventTarget | null, selector: string): Element | undefined {
	return isElement(target) ? (target.closest(selector) ?? undefined) : undefined
}

export function isElement(target: EventTarget | null): target is Element {
	return target !== null && 'nodeType' in target && target.nodeType === 1
}
