import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { classNames } from './class-names.ts'
import { X } from './icons.ts'
import './Dialog.css'

export interface DialogProps {
	title: string
	onClose(): void
	children: ReactNode
	/** Buttons, the main one last. */
	footer?: ReactNode
	size?: 'small' | 'medium' | 'large'
	className?: string
}

/** A ref for what has the focus when its dialog opens; React's `autoFocus` comes before the dialog is open, so the browser would choose the close button. */
export function focusOnOpen(element: HTMLElement | null): void {
	element?.setAttribute('autofocus', '')
}

/** A modal dialog: the browser's own keeps the focus inside, closes on Escape and works in popouts. Render it to open it. */
export function Dialog({ title, onClose, children, footer, size = 'small', className }: DialogProps) {
	const dialog = useRef<HTMLDialogElement>(null)
	const id = useId()
	useEffect(() => {
		const element = dialog.current
		if (!element || element.open) return
		const before = element.ownerDocument.activeElement
		element.showModal()
		return () => {
			element.close()
			// Not instanceof: an element of a popout has that window's classes.
			if (before && 'focus' in before && typeof before.focus === 'function') before.focus()
		}
	}, [])
	return (
		<dialog
			ref={dialog}
			aria-labelledby={id}
			className={classNames('Dialog', `Dialog--${size}`, className)}
			onCancel={(event) => {
				event.preventDefault()
				onClose()
			}}
			onPointerDown={(event) => event.target === event.currentTarget && onClose()}
		>
			<div className="Dialog-box">
				<header className="Dialog-header">
					<h2 id={id}>{title}</h2>
					<IconButton label="Close" icon={<X />} onClick={onClose} />
				</header>
				<div className="Dialog-body">{children}</div>
				{footer && <footer className="Dialog-footer">{footer}</footer>}
			</div>
		</dialog>
	)
}
