import { cloneElement, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import type { MenuItem } from './menu-items.ts'
import { MenuPopup, type MenuAnchor } from './MenuPopup.tsx'

function under(element: HTMLElement): MenuAnchor {
	const { left, right, top, bottom } = element.getBoundingClientRect()
	return { element, left, right, top, bottom }
}

interface Trigger {
	onClick?: (event: MouseEvent<HTMLElement>) => void
	'aria-haspopup'?: 'menu'
	'aria-expanded'?: boolean
	'aria-label'?: string
	label?: string
}

/** A menu under a button. */
export function Menu({ trigger, items, align, label }: { trigger: ReactElement<Trigger>; items: readonly MenuItem[]; align?: 'start' | 'end'; label?: string }) {
	const [anchor, setAnchor] = useState<MenuAnchor>()
	const button = cloneElement(trigger, {
		'aria-haspopup': 'menu',
		'aria-expanded': anchor !== undefined,
		onClick: ({ currentTarget }) => setAnchor(anchor ? undefined : under(currentTarget)),
	})
	return (
		<>
			{button}
			{anchor && <MenuPopup label={label ?? trigger.props.label ?? 'Menu'} items={items} anchor={anchor} align={align} onClose={() => setAnchor(undefined)} />}
		</>
	)
}

/** A menu at the pointer, for whatever stands inside; `onOpen` hears on what, before `items` are shown. */
export function ContextMenu({ items, children, className, label = 'Context menu', onOpen }: { items: readonly MenuItem[]; children: ReactNode; className?: string; label?: string; onOpen?: (target: Element) => void }) {
	const [anchor, setAnchor] = useState<MenuAnchor>()
	function handleContextMenu(event: MouseEvent<HTMLDivElement>) {
		event.preventDefault()
		const { clientX, clientY, target, currentTarget } = event
		const focused = currentTarget.ownerDocument.activeElement
		onOpen?.(target as Element)
		setAnchor({ element: currentTarget.contains(focused) ? (focused as HTMLElement) : currentTarget, left: clientX, right: clientX, top: clientY, bottom: clientY })
	}
	return (
		<div className={className} onContextMenu={handleContextMenu}>
			{children}
			{anchor && items.length > 0 && <MenuPopup key={`${anchor.left},${anchor.top}`} label={label} items={items} anchor={anchor} onClose={() => setAnchor(undefined)} />}
		</div>
	)
}

export interface MenubarMenu {
	label: string
	items: readonly MenuItem[]
}

/** A bar of menus, as in an editor: arrows go along it, Down opens one, and an open one follows the pointer. */
export function Menubar({ label, menus }: { label: string; menus: readonly MenubarMenu[] }) {
	const bar = useRef<HTMLDivElement>(null)
	const [open, setOpen] = useState<{ index: number; anchor: MenuAnchor }>()
	const buttonAt = (index: number) => bar.current?.querySelectorAll<HTMLElement>('[role=menuitem]')[(index + menus.length) % menus.length]

	function openAt(index: number) {
		const button = buttonAt(index)
		if (button) setOpen({ index: (index + menus.length) % menus.length, anchor: under(button) })
	}
	function handleKey(event: KeyboardEvent, index: number) {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
		if (step !== undefined) buttonAt(index + step)?.focus()
		else if (event.key === 'ArrowDown') openAt(index)
		else return
		event.preventDefault()
	}
	const shown = open && menus[open.index]
	return (
		<div ref={bar} role="menubar" aria-label={label} className="Menubar">
			{menus.map((menu, index) => (
				<button
					key={menu.label}
					type="button"
					role="menuitem"
					aria-haspopup="menu"
					aria-expanded={open?.index === index}
					tabIndex={index === (open?.index ?? 0) ? 0 : -1}
					className="Menubar-trigger"
					onClick={() => (open?.index === index ? setOpen(undefined) : openAt(index))}
					onPointerEnter={() => open && openAt(index)}
					onKeyDown={(event) => handleKey(event, index)}
				>
					{menu.label}
				</button>
			))}
			{open && shown && <MenuPopup key={open.index} label={shown.label} items={shown.items} anchor={open.anchor} onClose={() => setOpen(undefined)} onSideways={(step) => openAt(open.index + step)} />}
		</div>
	)
}
