import { Button, Dialog, Kbd } from '@drydock/ui'
import { useProject } from '@drydock/web-kit'
import { engineActions, shortcuts } from './menus.ts'

const own: [label: string, keys: string][] = [
	['Save', shortcuts.save],
	['Save As', shortcuts.saveAs],
	['Open', shortcuts.open],
	['Close File', shortcuts.close],
	['Reopen Closed File', shortcuts.reopen],
	['Word Wrap', shortcuts.wrap],
	['Go to Line', shortcuts.goToLine],
	['Diff with Saved', shortcuts.diff],
	['Font +', shortcuts.larger],
	['Font -', shortcuts.smaller],
	['All actions', 'F1'],
]

export function HelpDialog({ topic, onClose }: { topic: 'keys' | 'about'; onClose(): void }) {
	const { version } = useProject()
	const lines = [...own, ...engineActions.flatMap(([label, , keys]): [string, string][] => (keys ? [[label, keys]] : []))]
	return (
		<Dialog title={topic === 'keys' ? 'Keyboard Shortcuts' : 'About'} size="medium" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
			{topic === 'about' ? (
				<p>Drydock {version}. The editor is Monaco 0.57 (MIT), shipped with the app.</p>
			) : (
				<dl className="Editor-keys">
					{lines.map(([label, keys]) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd>
								<Kbd>{keys}</Kbd>
							</dd>
						</div>
					))}
				</dl>
			)}
		</Dialog>
	)
}
