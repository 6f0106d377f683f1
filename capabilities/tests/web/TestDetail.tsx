import { Badge, Button, durationText } from '@drydock/ui'
import { FileCode, Play, Wand2 } from '@drydock/ui/icons'
import type { ReportedTest } from '../contract.ts'
import { Linked } from './LiveOutput.tsx'

interface Props {
	test: ReportedTest
	cwd: string
	/** Why it cannot be run now. */
	blocked: string | undefined
	onRun(): void
	onOpen(): void
	onFix(): void
}

const words = { p: 'passed', f: 'failed', s: 'skipped' } as const

/** One test: what it said, how it went before, and what can be done. */
export function TestDetail({ test, cwd, blocked, onRun, onOpen, onFix }: Props) {
	const past = [...test.history].flatMap((letter) => (letter === 'p' || letter === 'f' || letter === 's' ? [words[letter]] : []))
	return (
		<section className="TestDetail" tabIndex={0} aria-label={`Test ${test.name}`}>
			<header className="TestDetail-head">
				<h2>{[...test.suites, test.name].join(' › ')}</h2>
				<p>
					<Badge tone={test.status === 'failed' ? 'bad' : test.status === 'passed' ? 'good' : 'neutral'}>{test.status}</Badge>
					{test.ms !== null && <span>{durationText(test.ms)}</span>}
					{test.file !== null && (
						<span>
							{test.file}
							{test.line !== null && `:${test.line}`}
						</span>
					)}
					{test.flaky && <Badge tone="attention">flaky: both on the same files</Badge>}
				</p>
				<p className="TestDetail-history">
					Last {past.length === 1 ? 'run' : `${past.length} runs`}
					<span role="img" aria-label={past.join(', ')}>
						{past.map((status, index) => (
							<i key={index} className={`TestDot TestDot--${status}`} title={status} />
						))}
					</span>
				</p>
				<div className="TestDetail-actions">
					<Button isSmall icon={<Play />} disabled={blocked !== undefined} title={blocked} onClick={onRun}>
						Run this test
					</Button>
					<Button isSmall icon={<FileCode />} disabled={test.file === null} onClick={onOpen}>
						Open
					</Button>
					{test.status === 'failed' && (
						<Button isSmall icon={<Wand2 />} onClick={onFix}>
							Fix this test
						</Button>
					)}
				</div>
			</header>
			{test.message !== null && (
				<pre className="TestDetail-message">
					<Linked text={test.message} cwd={cwd} />
				</pre>
			)}
		</section>
	)
}
