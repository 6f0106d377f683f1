import { Button, Dialog } from '@drydock/ui'
import { useProject } from '@drydock/web-kit'

export function AboutDialog({ onClose }: { onClose(): void }) {
	const { version } = useProject()
	return (
		<Dialog title="About" size="medium" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
			<p>Drydock {version}. The editor is Monaco 0.57 (MIT), shipped with the app.</p>
		</Dialog>
	)
}
