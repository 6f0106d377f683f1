import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './Toolbar.css'

/** A row of controls over a pane. */
export function Toolbar({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
	return (
		<div role="toolbar" aria-label={label} className={classNames('Toolbar', className)}>
			{children}
		</div>
	)
}

/** Pushes what follows to the other end. */
export function Spacer() {
	return <span className="Spacer" />
}

/** A pane's frame: what stands fixed above, what scrolls, what stands below. */
export function PaneBody({ label, header, footer, children, className }: { label: string; header?: ReactNode; footer?: ReactNode; children: ReactNode; className?: string }) {
	return (
		<section aria-label={label} className={classNames('PaneBody', className)}>
			{header}
			<div className="PaneBody-content">{children}</div>
			{footer}
		</section>
	)
}
