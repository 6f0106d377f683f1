import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Menubar as BaseMenubar } from '@base-ui/react/menubar'
import { useRef, type ReactElement, type ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'
import './Menu.css'

/** A line of a menu: something to do, or a rule between groups. */
export type MenuItem =
	| 'separator'
	| {
			label: string
			icon?: ReactNode
			shortcut?: string
			/** Shows a tick and stays open. */
			isChecked?: boolean
			/** Why it cannot be done now; shown as its tip. */
			disabled?: boolean | string
			isDanger?: boolean
			onSelect(): void
	  }

function Items({ items }: { items: readonly MenuItem[] }) {
	return items.map((item, index) => {
		if (item === 'separator') return <BaseMenu.Separator key={index} className="Menu-separator" />
		const { label, icon, shortcut, isChecked, disabled, isDanger, onSelect } = item
		const content = (
			<>
				<span className="Menu-icon">{icon}</span>
				<span className="Menu-label">{label}</span>
				{shortcut && <Kbd>{shortcut}</Kbd>}
			</>
		)
		const common = { disabled: Boolean(disabled), title: typeof disabled === 'string' ? disabled : undefined, className: isDanger ? 'Menu-item Menu-item--danger' : 'Menu-item' }
		if (isChecked === undefined)
			return (
				<BaseMenu.Item key={index} {...common} onClick={onSelect}>
					{content}
				</BaseMenu.Item>
			)
		return (
			<BaseMenu.CheckboxItem key={index} {...common} checked={isChecked} onCheckedChange={onSelect}>
				<BaseMenu.CheckboxItemIndicator className="Menu-tick">✓</BaseMenu.CheckboxItemIndicator>
				{content}
			</BaseMenu.CheckboxItem>
		)
	})
}

/** A menu under a button. */
export function Menu({ trigger, items, align = 'start' }: { trigger: ReactElement; items: readonly MenuItem[]; align?: 'start' | 'end' }) {
	const anchor = useRef<HTMLButtonElement>(null)
	return (
		<BaseMenu.Root modal={false}>
			<BaseMenu.Trigger ref={anchor} render={trigger} />
			<Popup items={items} align={align} containerOf={anchor} />
		</BaseMenu.Root>
	)
}

/** A pane may live in another window: its menus open there. */
function Popup({ items, align, containerOf }: { items: readonly MenuItem[]; align: 'start' | 'end'; containerOf: { current: HTMLElement | null } }) {
	return (
		<BaseMenu.Portal container={containerOf.current?.ownerDocument.body}>
			<BaseMenu.Positioner className="Menu-positioner" align={align} sideOffset={4}>
				<BaseMenu.Popup className="Menu">
					<Items items={items} />
				</BaseMenu.Popup>
			</BaseMenu.Positioner>
		</BaseMenu.Portal>
	)
}

/** A menu at the pointer, for whatever stands inside. `items` is asked when it opens. */
export function ContextMenu({ items, children, className, onOpen }: { items: readonly MenuItem[]; children: ReactNode; className?: string; onOpen?: (target: Element) => void }) {
	const area = useRef<HTMLDivElement>(null)
	return (
		<BaseContextMenu.Root>
			<BaseContextMenu.Trigger ref={area} className={className} onContextMenuCapture={({ target }) => onOpen?.(target as Element)}>
				{children}
			</BaseContextMenu.Trigger>
			<BaseContextMenu.Portal container={area.current?.ownerDocument.body}>
				<BaseContextMenu.Positioner className="Menu-positioner">
					<BaseContextMenu.Popup className="Menu">
						<Items items={items} />
					</BaseContextMenu.Popup>
				</BaseContextMenu.Positioner>
			</BaseContextMenu.Portal>
		</BaseContextMenu.Root>
	)
}

/** A bar of menus, as in an editor. */
export function Menubar({ label, menus }: { label: string; menus: readonly { label: string; items: readonly MenuItem[] }[] }) {
	const bar = useRef<HTMLDivElement>(null)
	return (
		<BaseMenubar ref={bar} className="Menubar" aria-label={label} modal={false}>
			{menus.map((menu) => (
				<BaseMenu.Root key={menu.label} modal={false}>
					<BaseMenu.Trigger className="Menubar-trigger">{menu.label}</BaseMenu.Trigger>
					<Popup items={menu.items} align="start" containerOf={bar} />
				</BaseMenu.Root>
			))}
		</BaseMenubar>
	)
}
