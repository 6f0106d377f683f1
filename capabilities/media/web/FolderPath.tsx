import { ExactText } from '@drydock/ui'
import { ChevronRight } from '@drydock/ui/icons'
import { nameOf } from '@drydock/web-kit/folders.ts'

/** Breadcrumbs: the way from the root to the folder that is shown. */
export function FolderPath({ root, folder, onGo }: { root: string; folder: string; onGo(folder: string): void }) {
	const names = folder.slice(root.length).split('/').filter(Boolean)
	const steps = [root, ...names.map((_, index) => `${root === '/' ? '' : root}/${names.slice(0, index + 1).join('/')}`)]
	return (
		<nav aria-label="Folder" className="FolderPath">
			<ol>
				{steps.map((step, index) => (
					<li key={step}>
						{index > 0 && <ChevronRight aria-hidden />}
						<button type="button" aria-current={step === folder ? 'location' : undefined} title={step} onClick={() => onGo(step)}>
							<bdi>
								<ExactText text={nameOf(step) || step} />
							</bdi>
						</button>
					</li>
				))}
			</ol>
		</nav>
	)
}
