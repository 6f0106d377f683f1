import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { X } from './icons.ts'
import './Tabs.css'

export interface TabItem {
	id: string
	label: ReactNode
	/** For closing and for screen readers, when the label is not text. */
	name?: string
	icon?: ReactNode
	isDirty?: boolean
}

export interface TabsProps {
	label: string
	tabs: readonly TabItem[]
	selected: string | undefined
	onSelect(id: string): void
	onClose?(id: string): void
	onRename?(id: string): void
	/** Buttons after the last tab. */
	children?: ReactNode
}

const moves: Record<string, (at: number, count: number) => number> = {
	ArrowRight: (at, count) => (at + 1) % count,
	ArrowLeft: (at, count) => (at - 1 + count) % count,
	Home: () => 0,
	End: (_, count) => count - 1,
}

/** A strip of tabs within a pane: arrows move, Delete closes, a double click renames. */
export function Tabs({ label, tabs, selected, onSelect, onClose, onRename, children }: TabsProps) {
	const strip = useRef<HTMLDivElement>(null)
	const base = useId()
	function handleKey(event: KeyboardEvent, index: number) {
		const tab = tabs[index]
		if (event.key === 'Delete' && tab) onClose?.(tab.id)
		if (event.key === 'F2' && tab) onRename?.(tab.id)
		const next = moves[event.key]?.(index, tabs.length)
		if (next === undefined) return
		event.preventDefault()
		const target = tabs[next]
		if (target) onSelect(target.id)
		strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
	}
	return (
		<div className="Tabs">
			<div ref={strip} className="Tabs-list">
				{/* A list of tabs may hold nothing but tabs, so it owns them from beside: their close buttons stay buttons. Names may hold blanks, so it knows them by place. */}
				<div role="tablist" aria-label={label} aria-owns={tabs.map((_, index) => `${base}-${index}`).join(' ')} />
				{tabs.map((tab, index) => (
					<div key={tab.id} className={classNames('Tab', tab.id === selected && 'Tab--selected')} data-tab={tab.id}>
						<button
							type="button"
							role="tab"
							id={`${base}-${index}`}
							aria-selected={tab.id === selected}
							tabIndex={tab.id === selected ? 0 : -1}
							className="Tab-button"
							onClick={() => onSelect(tab.id)}
							onAuxClick={(event) => event.button === 1 && onClose?.(tab.id)}
							onDoubleClick={() => onRename?.(tab.id)}
							onKeyDown={(event) => handleKey(event, index)}
						>
							{tab.icon}
							<span className="Tab-label">{tab.label}</span>
							{tab.isDirty && <span className="Tab-dirty" role="img" aria-label="Not saved" />}
						</button>
						{onClose && (
							<button type="button" tabIndex={-1} className="Tab-close" aria-label={`Close ${tab.name ?? (typeof tab.label === 'string' ? tab.label : 'tab')}`} onClick={() => onClose(tab.id)}>
								<X />
							</button>
						)}
					</div>
				))}
			</div>
			{children}
		</div>
	)
}
