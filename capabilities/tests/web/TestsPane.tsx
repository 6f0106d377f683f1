import { Banner, Button, EmptyState, ErrorState, PaneBody, Skeleton, Spacer, Spinner, Tabs, TextInput, Toolbar } from '@drydock/ui'
import { ListChecks, RotateCcw } from '@drydock/ui/icons'
import { runCommand } from '@drydock/web-kit'
import { useState } from 'react'
import { CoverageList, totalOf } from './CoverageList.tsx'
import { fixPrompt } from './fix-prompt.ts'
import { LiveOutput } from './LiveOutput.tsx'
import { ReceiptLine } from './ReceiptLine.tsx'
import { TestDetail } from './TestDetail.tsx'
import { TestForm } from './TestForm.tsx'
import { rowsOf, type Shown } from './test-rows.ts'
import { TestTree } from './TestTree.tsx'
import { useTests } from './use-tests.ts'
import './TestsPane.css'

/** spec/2 §2, Tests pane. */
export default function TestsPane() {
	const tests = useTests()
	const { cwd, options, command, found, report, state, live, view, failure, isRunning, isStopping } = tests
	const [words, setWords] = useState('')
	const [shown, setShown] = useState<Shown>('all')
	const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
	const [selected, setSelected] = useState<string>()
	const [side, setSide] = useState<string>('output')

	const all = report.data?.tests ?? []
	const failed = all.filter(({ status }) => status === 'failed')
	const test = all.find(({ id }) => id === selected)
	const coverage = report.data?.coverage
	const sides = [{ id: 'output', label: 'Live Output' }, ...(test ? [{ id: 'test', label: 'Test' }] : []), ...(coverage ? [{ id: 'coverage', label: `Coverage: ${totalOf(coverage)}` }] : [])]
	const at = sides.find(({ id }) => id === side)?.id ?? 'output'
	const blocked = isRunning ? 'A run is going on' : command === '' ? 'There is no command' : undefined
	function handleRun() {
		setSide('output')
		tests.start()
	}
	function handleSelect(id: string) {
		setSelected(id)
		setSide('test')
	}
	function handleToggle(group: string) {
		const next = new Set(toggled)
		if (!next.delete(group)) next.add(group)
		setToggled(next)
	}
	function handleOpen(id: string) {
		const wanted = all.find((each) => each.id === id)
		if (wanted?.file) void runCommand('editor.open', { cwd, path: wanted.file, line: wanted.line ?? undefined, focus: true })
	}
	return (
		<PaneBody
			label="Tests"
			className="TestsPane"
			header={
				<>
					<TestForm options={options} onChange={tests.change} found={found.data} command={command} isRunning={isRunning} isStopping={isStopping} isWatching={tests.isWatching} onWatch={tests.setIsWatching} onRun={handleRun} onStop={tests.stop} onClear={tests.clear} />
					{found.data?.sandbox_error && <Banner tone="bad">Tests cannot run here: {found.data.sandbox_error}</Banner>}
					{isRunning ? (
						<p className="ReceiptLine" role="status" aria-label="Receipt">
							<Spinner /> Running <code>{state?.running?.cmd ?? command}</code>
						</p>
					) : (
						state?.receipt && <ReceiptLine receipt={state.receipt} fresh={state.fresh} />
					)}
				</>
			}
		>
			{found.error && <ErrorState title="The tests of this project could not be looked for" error={found.error} onRetry={() => void found.refetch()} />}
			{live.status === 'failed' && !found.error && <ErrorState title="The state of the tests could not be read" error={live.error} onRetry={() => void found.refetch()} />}
			{!state && live.status !== 'failed' && !found.error && <Skeleton />}
			{state && (
				<div className="TestsPane-split">
					{all.length > 0 && (
						<div className="TestsPane-results">
							<Toolbar label="Results">
								<TextInput type="search" aria-label="Filter tests" placeholder="Filter" value={words} onChange={(event) => setWords(event.target.value)} />
								<Button isSmall variant="quiet" aria-pressed={shown === 'failed'} onClick={() => setShown(shown === 'failed' ? 'all' : 'failed')}>
									{failed.length} failed
								</Button>
								<Spacer />
								<Button isSmall icon={<RotateCcw />} disabled={blocked !== undefined || failed.length === 0} title={blocked} onClick={() => tests.start(failed.map(({ id }) => id))}>
									Re-run failed
								</Button>
							</Toolbar>
							<TestTree rows={rowsOf(all, { words, shown, toggled })} selected={selected} onSelect={handleSelect} onToggle={handleToggle} onOpen={handleOpen} />
						</div>
					)}
					<div className="TestsPane-side">
						{sides.length > 1 && <Tabs label="Details" tabs={sides} selected={at} onSelect={setSide} />}
						{coverage && at === 'coverage' ? (
							<CoverageList coverage={coverage} onOpen={(file) => void runCommand('editor.open', { cwd, path: file, focus: true })} />
						) : test && at === 'test' ? (
							<TestDetail test={test} cwd={cwd} blocked={blocked} onRun={() => tests.start([test.id])} onOpen={() => handleOpen(test.id)} onFix={() => void runCommand('maestro.run', { task: fixPrompt(test, command) })} />
						) : view.lines.length === 0 && !isRunning && failure === undefined && view.error === undefined ? (
							<EmptyState icon={<ListChecks />} title="Nothing was run yet">
								{found.isPending ? 'Looking for tests in the project…' : command === '' ? 'Nothing here looks like tests: write the command above.' : `Run starts ${command}${found.data?.because ? `, as ${found.data.because} suggests` : ''}. It runs in the sandbox.`}
							</EmptyState>
						) : (
							<LiveOutput view={view} cwd={cwd} failure={failure} />
						)}
					</div>
				</div>
			)}
		</PaneBody>
	)
}
