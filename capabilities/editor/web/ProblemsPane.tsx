import { Badge, Button, EmptyState, IconButton, PaneBody, Select, TextInput, Toolbar } from '@drydock/ui'
import { CircleAlert, CircleCheck, CircleDot, Info, Sparkles, TriangleAlert } from '@drydock/ui/icons'
import { runCommand, useProject, usePreference } from '@drydock/web-kit'
import { useState, type ReactNode } from 'react'
import { lastDiagnostics, pathOf, severities, type Problem, type Severity } from './diagnostics.ts'
import './ProblemsPane.css'

const looks: Record<Severity, { label: string; icon: ReactNode }> = {
	error: { label: 'Error', icon: <CircleAlert /> },
	warning: { label: 'Warning', icon: <TriangleAlert /> },
	info: { label: 'Info', icon: <Info /> },
	hint: { label: 'Hint', icon: <CircleDot /> },
}

interface FileProblems {
	uri: string
	path: string
	problems: readonly Problem[]
}

/** spec/1 §2, Problems: what language servers said last, grouped by file. */
export default function ProblemsPane() {
	const { cwd } = useProject()
	const [diagnostics] = usePreference(lastDiagnostics)
	const [severity, setSeverity] = useState<Severity | 'all'>('all')
	const [text, setText] = useState('')
	const files = Object.entries(diagnostics)
		.map(([uri, problems]): FileProblems => ({ uri, path: shortened(pathOf(uri), cwd), problems: problems.filter((problem) => (severity === 'all' || problem.severity === severity) && matches(problem, pathOf(uri), text)) }))
		.filter(({ problems }) => problems.length > 0)
		.toSorted((a, b) => a.path.localeCompare(b.path))
	const isClear = Object.keys(diagnostics).length === 0

	return (
		<PaneBody
			label="Problems"
			header={
				<Toolbar label="Problems">
					<Select aria-label="Severity" value={severity} onChange={({ target }) => setSeverity(severities.find((each) => each === target.value) ?? 'all')}>
						<option value="all">All severities</option>
						{severities.map((each) => (
							<option key={each} value={each}>
								{looks[each].label}
							</option>
						))}
					</Select>
					<TextInput aria-label="Filter" placeholder="Filter by text, file or source" value={text} onChange={({ target }) => setText(target.value)} />
				</Toolbar>
			}
		>
			{files.length === 0 && (
				<EmptyState icon={<CircleCheck />} title={isClear ? 'No problems' : 'No problem answers the filter'}>
					{isClear && 'What language servers and checks find in your files stands here.'}
				</EmptyState>
			)}
			{files.map((file) => (
				<FileGroup key={file.uri} file={file} cwd={cwd} />
			))}
		</PaneBody>
	)
}

function FileGroup({ file: { path, problems }, cwd }: { file: FileProblems; cwd: string }) {
	const open = (problem?: Problem) => void runCommand('editor.open', { cwd, path, line: problem?.line, column: problem?.column, focus: true })
	return (
		<section className="ProblemsPane-file" aria-label={path}>
			<h2>
				<bdi>{path}</bdi>
				<Badge>{problems.length}</Badge>
				<Button isSmall variant="quiet" aria-label={`Open ${path}`} onClick={() => open()}>
					Open
				</Button>
			</h2>
			<ul>
				{problems.map((problem, index) => (
					// The same words may stand twice at one place.
					// oxlint-disable-next-line react/no-array-index-key -- see the line above
					<li key={index} className="ProblemsPane-problem" data-severity={problem.severity}>
						<span className="ProblemsPane-mark" role="img" aria-label={looks[problem.severity].label}>
							{looks[problem.severity].icon}
						</span>
						<span className="ProblemsPane-message">{problem.message}</span>
						<span className="ProblemsPane-origin">{[problem.source, problem.code].filter(Boolean).join(' ')}</span>
						<IconButton label="Ask Maestro to mend it" icon={<Sparkles />} onClick={() => void runCommand('maestro.run', { task: `Mend this in ${path}, line ${problem.line}: ${problem.message}` })} />
						<Button isSmall variant="quiet" aria-label={`Go to ${problem.line}:${problem.column} of ${path}`} onClick={() => open(problem)}>
							Go to {problem.line}:{problem.column}
						</Button>
					</li>
				))}
			</ul>
		</section>
	)
}

function matches({ message, source, code }: Problem, path: string, text: string): boolean {
	const wanted = text.trim().toLowerCase()
	return wanted === '' || [message, source, code, path].some((part) => part.toLowerCase().includes(wanted))
}

function shortened(path: string, cwd: string): string {
	return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}
