import { Badge } from '@drydock/ui'
import { WifiOff } from '@drydock/ui/icons'
import { useConnection, useProject } from '@drydock/web-kit'
import { useLayoutRecord } from '@drydock/web-kit/dock/layout-store.ts'
import { StatusItems } from './StatusItems.tsx'
import './Footer.css'

/** Version and rights as the specification fixes them (spec/3 §2), then what is going on. */
export function Footer() {
	const align = useLayoutRecord((state) => state.record.global.prefs.footerAlign)
	const connection = useConnection()
	const { cwd } = useProject()
	return (
		<footer className="Footer" data-align={align}>
			<span className="Footer-rights">Version 0.01 · © Drydock contributors. Apache-2.0</span>
			<span className="Footer-cwd" title={cwd}>
				{cwd}
			</span>
			<StatusItems side="footer" />
			{connection === 'offline' && (
				<Badge tone="bad" icon={<WifiOff />}>
					Server not reached, trying again
				</Badge>
			)}
		</footer>
	)
}
