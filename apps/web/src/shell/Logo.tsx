/** A hull in its dock. */
export function Logo() {
	return (
		<svg className="Logo" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
			<path d="M2.5 5v14h19V5" />
			<path d="M6.5 11h11l-1.6 4.4h-7.8z" fill="currentColor" />
			<path d="M12 11V5.5l3.5 2.2" />
		</svg>
	)
}
