import './Kbd.css'

/** A key combination. */
export function Kbd({ children }: { children: string }) {
	return <kbd className="Kbd">{children}</kbd>
}
