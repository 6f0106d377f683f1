import { IconButton } from '@drydock/ui'
import { Check, ChevronRight, FolderRoot } from '@drydock/ui/icons'
import { nameOf } from './folders.ts'
import { VisibleName } from './VisibleName.tsx'

interface Props {
	/** The root that the folder lies in. */
	root: string
	/** Absolute. */
	folder: string
	cwd: string
	projectRoot: string
	onGo(folder: string): void
	/** Makes the folder that is shown the working folder. */
	onSelect(): void
}

/** The way from the root to the folder that is shown. */
export function Breadcrumbs({ root, folder, cwd, projectRoot, onGo, onSelect }: Props) {
	const names = folder.slice(root.length).split('/').filter(Boolean)
	const steps = [root, ...names.map((_, index) => `${root === '/' ? '' : root}/${names.slice(0, index + 1).join('/')}`)]
	return (
		<div className="Breadcrumbs">
			<nav aria-label="Folder">
				<ol>
					{steps.map((step, index) => (
						<li key={step}>
							{index > 0 && <ChevronRight aria-hidden />}
							<button type="button" aria-current={step === folder ? 'location' : undefined} title={step} onClick={() => onGo(step)}>
								<VisibleName name={index === 0 ? nameOf(step) || step : nameOf(step)} />
							</button>
						</li>
					))}
				</ol>
			</nav>
			{folder !== cwd && <IconButton label="Select" icon={<Check />} onClick={onSelect} />}
			<IconButton label="Jump to Project Root" icon={<FolderRoot />} disabled={folder === projectRoot} onClick={() => onGo(projectRoot)} />
		</div>
	)
}
