import type { ReactNode } from 'react'
import './SettingsForm.css'

/** A narrow column of settings under headings. */
export function SettingsForm({ children }: { children: ReactNode }) {
	return <div className="SettingsForm">{children}</div>
}

export function SettingsButtons({ children }: { children: ReactNode }) {
	return <div className="SettingsForm-buttons">{children}</div>
}
