import { IconButton } from '@drydock/ui'
import { TriangleAlert, X } from '@drydock/ui/icons'
import type { RescanResult } from './file-actions.ts'
import { VisibleName } from './VisibleName.tsx'

// A list to be read; the count says how many there are.
const shownAtMost = 100
const kinds: Record<string, string> = { unreadable: 'Unreadable', broken_link: 'Broken link', outside_link: 'Link to outside', limit: 'Too many files' }

/** What a rescan found in the way (spec/1 §8): kind, path and message. */
export function RescanIssues({ result: { errors }, onClose }: { result: RescanResult; onClose(): void }) {
	return (
		<section className="RescanIssues" aria-label="Rescan issues">
			<header>
				<TriangleAlert />
				<h2>
					{errors.length.toLocaleString('en')} {errors.length === 1 ? 'issue' : 'issues'}
				</h2>
				<IconButton label="Close the list of issues" icon={<X />} onClick={onClose} />
			</header>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
			<ul tabIndex={0} aria-label="Issues">
				{errors.slice(0, shownAtMost).map(({ kind, path, message }) => (
					<li key={`${kind} ${path}`}>
						<strong>{kinds[kind] ?? kind}</strong>
						<code>
							<VisibleName name={path || '.'} />
						</code>
						<span>{message}</span>
					</li>
				))}
			</ul>
			{errors.length > shownAtMost && <p>The first {shownAtMost} are shown.</p>}
		</section>
	)
}
