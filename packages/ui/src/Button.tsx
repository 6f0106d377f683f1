import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Tooltip } from './Tooltip.tsx'
import './Button.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
	/** `primary` once per view; `danger` for what cannot be taken back; `quiet` has no surface until pointed at. */
	variant?: 'primary' | 'danger' | 'quiet'
	icon?: ReactNode
	isSmall?: boolean
	/** Shows that it works and takes no clicks. */
	isBusy?: boolean
	ref?: Ref<HTMLButtonElement>
}

/** A push button. */
export function Button({ variant, icon, isSmall, isBusy, className, children, disabled, type = 'button', ...rest }: ButtonProps) {
	return (
		<button
			{...rest}
			type={type}
			disabled={disabled || isBusy}
			aria-busy={isBusy || undefined}
			className={classNames('Button', variant && `Button--${variant}`, isSmall && 'Button--small', className)}
		>
			{isBusy ? <span className="Button-spinner" aria-hidden /> : icon}
			{children !== undefined && <span className="Button-label">{children}</span>}
		</button>
	)
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
	/** What it does: its name for everyone who cannot see the icon, and its tooltip. */
	label: string
	icon: ReactNode
	shortcut?: string
	isPressed?: boolean
	isBusy?: boolean
	ref?: Ref<HTMLButtonElement>
}

/** A button that is only an icon. */
export function IconButton({ label, icon, shortcut, isPressed, isBusy, className, type = 'button', disabled, ...rest }: IconButtonProps) {
	return (
		<Tooltip text={label} shortcut={shortcut}>
			<button {...rest} type={type} disabled={disabled || isBusy} aria-label={label} aria-pressed={isPressed} className={classNames('IconButton', className)}>
				{isBusy ? <span className="Button-spinner" aria-hidden /> : icon}
			</button>
		</Tooltip>
	)
}
