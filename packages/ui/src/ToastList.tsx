import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './Button.tsx'
import { hostWindows, watchHostWindows } from './host.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons.ts'
import './ToastList.css'

export interface ToastView {
	id: number
	kind: 'info' | 'success' | 'warning' | 'error'
	message: string
	action?: { label: string; run(): void }
	/** The window in which the person was. */
	page: Document
}

const icons = { info: <Info />, success: <CircleCheck />, warning: <TriangleAlert />, error: <CircleAlert /> }

interface ToastListProps {
	toasts: readonly ToastView[]
	onDismiss(id: number): void
}

/** Toasts at top right of each window, every one where the person was; a click dismisses one (spec/1 §2). */
export function ToastList({ toasts, onDismiss }: ToastListProps) {
	const windows = useSyncExternalStore(watchHostWindows, hostWindows)
	return (
		<>
			<List toasts={toasts.filter(({ page }) => !windows.includes(page))} onDismiss={onDismiss} />
			{windows.map((page) => createPortal(<List toasts={toasts.filter((toast) => toast.page === page)} onDismiss={onDismiss} />, page.body))}
		</>
	)
}

function List({ toasts, onDismiss }: ToastListProps) {
	return (
		<div className="ToastList" role="region" aria-label="Notifications" aria-live="polite">
			{toasts.map(({ id, kind, message, action }) => (
				// oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it goes by itself; the click only hurries
				<div key={id} className={`Toast Toast--${kind}`} role={kind === 'error' ? 'alert' : 'status'} onClick={() => onDismiss(id)}>
					{icons[kind]}
					<span className="Toast-message">{message}</span>
					{action && (
						<Button isSmall variant="quiet" onClick={action.run}>
							{action.label}
						</Button>
					)}
				</div>
			))}
		</div>
	)
}
