import { IconButton } from '@drydock/ui'
import { Bell } from '@drydock/ui/icons'
import { runCommand, useProject, useToasts } from '@drydock/web-kit'
import { useLayoutRecord } from '@drydock/web-kit/dock/layout-store.ts'
import { ConnectionState } from './ConnectionState.tsx'
import { StatusItems } from './StatusItems.tsx'
import './Footer.css'

/** Version and rights as the specification fixes them (spec/3 §2), then what is going on. */
export function Footer() {
	const align = useLayoutRecord((state) => state.record.global.prefs.footerAlign)
	const unread = useToasts((state) => state.unread)
	const { cwd } = useProject()
	return (
		<footer className="Footer" data-align={align}>
			<span className="Footer-rights">Version 0.01 · © Drydock contributors. Apache-2.0</span>
			<span className="Footer-cwd" title={cwd}>
				{cwd}
			</span>
			<StatusItems side="footer" />
			<ConnectionState />
			<IconButton label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'} icon={<Bell />} data-unread={unread > 0 || undefined} className="Footer-bell" onClick={() => void runCommand('notifications.show')} />
		</footer>
	)
}
