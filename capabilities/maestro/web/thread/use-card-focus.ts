import { focusWorkplace } from '@drydock/web-kit/dock/focus.ts'
import { useLayoutEffect, useRef } from 'react'

/** A card that is decided disables its buttons and then goes: the keyboard stays with it, then goes on where one types. */
export function useCardFocus<Card extends HTMLElement>(isBusy: boolean) {
	const card = useRef<Card>(null)
	useLayoutEffect(() => {
		if (isBusy && hasFocus(card.current)) card.current?.focus()
	}, [isBusy])
	useLayoutEffect(() => {
		const element = card.current
		return () => {
			if (element && hasFocus(element)) focusWorkplace(element)
		}
	}, [])
	return card
}

function hasFocus(element: HTMLElement | null): boolean {
	return element?.contains(element.ownerDocument.activeElement) ?? false
}
