import { FileDiff, FileText, ShieldCheck, SquareTerminal } from '@drydock/ui/icons'
import { examples } from './composer/examples.ts'

/** What Maestro can do here, and the first thing to do. */
export function Welcome({ cwd, canRun, whyNot, onExample }: { cwd: string; canRun: boolean | undefined; whyNot: string | undefined; onExample(prompt: string): void }) {
	const folder = cwd.split('/').filter(Boolean).at(-1) ?? cwd
	return (
		<div className="Welcome">
			<div className="Welcome-inner">
				<h2>
					Maestro works in <code title={cwd}>{folder}</code>
				</h2>
				<ul className="Welcome-facts">
					<li>
						<FileText /> Reads and searches the project, and says what it finds.
					</li>
					<li>
						<FileDiff /> Edits at once; you keep or take back every hunk, later too.
					</li>
					<li>
						{canRun === false ? (
							<>
								<SquareTerminal /> Cannot run commands here: {whyNot ?? 'there is no sandbox'}.
							</>
						) : (
							<>
								<SquareTerminal /> Runs commands in a sandbox, and asks you first.
							</>
						)}
					</li>
					<li>
						<ShieldCheck /> Goes on when you reload, and when Drydock is restarted.
					</li>
				</ul>
				<p className="Welcome-label">Examples</p>
				<ul className="Welcome-examples">
					{examples.map(({ title, prompt }) => (
						<li key={title}>
							<button type="button" onClick={() => onExample(prompt)}>
								{title}
							</button>
						</li>
					))}
				</ul>
			</div>
		</div>
	)
}
