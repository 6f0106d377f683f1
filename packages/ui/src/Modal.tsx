import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface ModalProps {
	/** Its name, or the id of the element that names it. */
	label: string | { id: string }
	className: string
	onClose(): void
	children: ReactNode
}

/** The browser's own modal dialog without a look: it keeps the focus inside, gives it back, closes on Escape and beside it, and works in every window. Render it to open it. */
export function Modal({ label, className, onClose, children }: ModalProps) {
	const dialog = useRef<HTMLDialogElement>(null)
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
	/** Without it the browser closes the element by itself at an Escape that follows another, and nobody is told. */
	function handleKey(event: KeyboardEvent) {
		if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
		event.preventDefault()
		event.stopPropagation()
		onClose()
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the backdrop are the dialog's own
		<dialog
			ref={dialog}
			aria-label={typeof label === 'string' ? label : undefined}
			aria-labelledby={typeof label === 'string' ? undefined : label.id}
			className={className}
			onKeyDown={handleKey}
			onCancel={(event) => {
				event.preventDefault()
				onClose()
			}}
			onPointerDown={(event) => event.target === event.currentTarget && onClose()}
		>
			{children}
		</dialog>
	)
}
