import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './Kbd.tsx'
import { menuTarget, type MenuAction, type MenuItem } from './menu-items.ts'
import './Menu.css'

/** Where a menu hangs: under a control, or at the pointer (a place without size). */
export interface MenuAnchor {
	/** Says in which window it opens, and gets the focus back. */
	element: HTMLElement
	left: number
	right: number
	top: number
	bottom: number
}

export interface MenuPopupProps {
	label: string
	items: readonly MenuItem[]
	anchor: MenuAnchor
	align?: 'start' | 'end'
	onClose(): void
	/** For a menu bar: Left and Right go to the neighbours. */
	onSideways?(step: -1 | 1): void
}

const edge = 8
const gap = 4

/** An open menu: the focus is in it until something is chosen, Escape, Tab or a click elsewhere. */
export function MenuPopup({ label, items, anchor, align = 'start', onClose, onSideways }: MenuPopupProps) {
	const menu = useRef<HTMLDivElement>(null)
	const { element } = anchor
	const latest = useRef(onClose)
	useEffect(() => {
		latest.current = onClose
	})
	useLayoutEffect(() => {
		const popup = menu.current
		if (!popup) return
		place(popup, anchor, align)
		linesOf(popup)[0]?.focus({ preventScroll: true })
	}, [anchor, align])
	useEffect(() => {
		const page = element.ownerDocument
		const leave = (event: Event) => {
			const target = event.target
			const isInside = target && 'nodeType' in target && [menu.current, element].some((part) => part?.contains(target as Node))
			if (!isInside) latest.current()
		}
		page.addEventListener('pointerdown', leave, true)
		page.defaultView?.addEventListener('blur', leave)
		return () => {
			page.removeEventListener('pointerdown', leave, true)
			page.defaultView?.removeEventListener('blur', leave)
		}
	}, [element])

	function close() {
		onClose()
		element.focus({ preventScroll: true })
	}
	function handleKey(event: KeyboardEvent<HTMLDivElement>) {
		if (event.key === 'Tab') return close()
		const lines = linesOf(event.currentTarget)
		const at = lines.indexOf(event.target as HTMLElement)
		const next = menuTarget(event.key, at, lines.map((line) => line.textContent ?? ''))
		const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
		if (next === undefined && event.key !== 'Escape' && !(sideways && onSideways)) return
		event.preventDefault()
		event.stopPropagation()
		if (event.key === 'Escape') close()
		else if (sideways) onSideways?.(sideways)
		else if (next !== undefined) lines[next]?.focus()
	}
	return createPortal(
		<div ref={menu} role="menu" tabIndex={-1} aria-label={label} className="Menu" onKeyDown={handleKey} onContextMenu={(event) => event.preventDefault()}>
			{items.map((item, index) => (item === 'separator' ? <hr key={index} className="Menu-separator" /> : <MenuLine key={index} item={item} onDone={close} />))}
		</div>,
		element.ownerDocument.body,
	)
}

function MenuLine({ item, onDone }: { item: MenuAction; onDone(): void }) {
	const { label, icon, shortcut, isChecked, disabled, isDanger, onSelect } = item
	const hasTick = isChecked !== undefined
	return (
		<button
			type="button"
			role={hasTick ? 'menuitemcheckbox' : 'menuitem'}
			aria-checked={hasTick ? isChecked : undefined}
			aria-disabled={disabled ? true : undefined}
			title={typeof disabled === 'string' ? disabled : undefined}
			tabIndex={-1}
			className={isDanger ? 'Menu-item Menu-item--danger' : 'Menu-item'}
			onPointerEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
			onClick={() => {
				if (disabled) return
				onDone()
				onSelect()
			}}
		>
			{hasTick && <span className="Menu-tick">{isChecked ? '✓' : ''}</span>}
			{icon && <span className="Menu-icon">{icon}</span>}
			<span className="Menu-label">{label}</span>
			{shortcut && <Kbd>{shortcut}</Kbd>}
		</button>
	)
}

function linesOf(menu: HTMLElement): HTMLElement[] {
	return [...menu.querySelectorAll<HTMLElement>('.Menu-item')]
}

/** Below and to the right, or where there is room. */
function place(popup: HTMLElement, { element, left, right, top, bottom }: MenuAnchor, align: 'start' | 'end') {
	const view = element.ownerDocument.defaultView
	if (!view) return
	const { innerWidth, innerHeight } = view
	const { offsetWidth: width, offsetHeight: height } = popup
	const x = align === 'end' ? right - width : left
	const below = bottom + gap
	const y = below + height > innerHeight - edge && top - height - gap >= edge ? top - height - gap : below
	popup.style.left = `${Math.max(edge, Math.min(x, innerWidth - width - edge))}px`
	popup.style.top = `${Math.max(edge, Math.min(y, innerHeight - height - edge))}px`
}
