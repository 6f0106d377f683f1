import { useId, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { classNames } from './class-names.ts'
import { X } from './icons.ts'
import { Modal } from './Modal.tsx'
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

/** A modal dialog with a title. Render it to open it. */
export function Dialog({ title, onClose, children, footer, size = 'small', className }: DialogProps) {
	const id = useId()
	return (
		<Modal label={{ id }} className={classNames('Dialog', `Dialog--${size}`, className)} onClose={onClose}>
			<div className="Dialog-box">
				<header className="Dialog-header">
					<h2 id={id}>{title}</h2>
					<IconButton label="Close" icon={<X />} onClick={onClose} />
				</header>
				<div className="Dialog-body">{children}</div>
				{footer && <footer className="Dialog-footer">{footer}</footer>}
			</div>
		</Modal>
	)
}
