// The states every pane has besides its content (DESIGN §5).
import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { classNames } from './class-names.ts'
import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert, X } from './icons.ts'

import './states.css'

/** What this place is for, and the first thing to do. */
export function EmptyState({ icon, title, children, action, className }: { icon?: ReactNode; title: ReactNode; children?: ReactNode; action?: ReactNode; className?: string }) {
	return (
		<div className={classNames('EmptyState', className)}>
			{icon && <span className="EmptyState-icon">{icon}</span>}
			<p className="EmptyState-title">{title}</p>
			{children && <div className="EmptyState-text">{children}</div>}
			{action && <div className="EmptyState-action">{action}</div>}
		</div>
	)
}

/** What failed, what to do, and a way to try again. */
export function ErrorState({ title, error, onRetry, children }: { title?: ReactNode; error?: { message: string; hint?: string }; onRetry?: () => void; children?: ReactNode }) {
	return (
		<div className="EmptyState ErrorState" role="alert">
			<span className="EmptyState-icon">
				<CircleAlert />
			</span>
			<p className="EmptyState-title">{title ?? error?.message}</p>
			{title && error && <p className="EmptyState-text">{error.message}</p>}
			{error?.hint && <p className="EmptyState-text">{error.hint}</p>}
			{children}
			{onRetry && (
				<Button icon={<RotateCw />} onClick={onRetry}>
					Retry
				</Button>
			)}
		</div>
	)
}

const widths = ['72%', '56%', '84%', '40%', '64%', '48%', '76%']

/** Stands for rows that are coming; invisible for the first 150 ms, so that fast answers do not flicker. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
	return (
		<div className="Skeleton" role="status" aria-label="Loading">
			{Array.from({ length: rows }, (_, index) => (
				<span key={index} className="Skeleton-row" style={{ width: widths[index % widths.length] }} />
			))}
		</div>
	)
}

export function Spinner({ label }: { label?: string }) {
	return <span className="Spinner" role={label ? 'status' : undefined} aria-label={label} aria-hidden={label ? undefined : true} />
}

export type Tone = 'neutral' | 'running' | 'attention' | 'good' | 'bad'

/** A word or a number that tells a state; colour never tells it alone. */
export function Badge({ tone = 'neutral', icon, children, title }: { tone?: Tone; icon?: ReactNode; children: ReactNode; title?: string }) {
	return (
		<span className={`Badge Badge--${tone}`} title={title}>
			{icon}
			{children}
		</span>
	)
}

const bannerIcons: Record<Tone, ReactNode> = { neutral: <Info />, running: <Info />, attention: <TriangleAlert />, good: <CircleCheck />, bad: <CircleAlert /> }

/** A strip that says something about the whole pane. */
export function Banner({ tone = 'neutral', children, actions, onDismiss }: { tone?: Tone; children: ReactNode; actions?: ReactNode; onDismiss?: () => void }) {
	return (
		<div className={`Banner Banner--${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
			{bannerIcons[tone]}
			<div className="Banner-text">{children}</div>
			{actions && <div className="Banner-actions">{actions}</div>}
			{onDismiss && <IconButton label="Dismiss" icon={<X />} onClick={onDismiss} />}
		</div>
	)
}

export function Progress({ value, max, label }: { value?: number; max?: number; label: string }) {
	return <progress className="Progress" value={value} max={max} aria-label={label} />
}
