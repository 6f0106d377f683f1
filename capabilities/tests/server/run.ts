import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { DrydockError, type ReceivedOf } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { toolFolders, type RunRequest, type RunResult } from '@drydock/server-kit/process/index.ts'
import { defaultRunner, lineCommand, runnerFile } from '@drydock/server-kit/process/runners.ts'
import { createOutput } from '@drydock/server-kit/process/task-output.ts'
import type { Run } from '@drydock/server-kit/tasks/index.ts'
import type { Coverage, FrameworkName, Receipt, runTests, TestResult } from '../contract.ts'
import { coverageFile, coverageOf, readLcov } from './coverage.ts'
import { findVenv, testScript } from './detect.ts'
import { frameworks, recognise, reportFile, withReport, type Framework, type Recognised } from './frameworks.ts'
import type { Receipts } from './receipts.ts'
import { keepOutput, splitOutput, withReportAfter } from './split-output.ts'
import { changedBetween, hashOf } from './tree.ts'
import { inVenv } from './venv.ts'

/** A suite of an hour is long; one without an end is a mistake. It is a task: whoever waits can stop it. */
const timeoutMs = 60 * 60_000
/** What shells answer for a command that was asked to end. */
const stoppedCode = 143
/** In a receipt: more are no longer a list. */
const mostChanged = 20
const longestLabel = 200

/** All that a run needs, decided before it starts. */
export interface Plan {
	cmd: string
	cwd: string
	/** Which of the words were added for the report is nobody's concern. */
	request: Pick<RunRequest, 'argv' | 'line' | 'runner' | 'env'>
	framework?: FrameworkName
	/** Whether how much of the code ran is read, or why not. */
	coverage?: { problem?: string }
	/** Ids of the tests that were asked for. */
	only?: readonly string[]
}

type Wanted = Omit<ReceivedOf<typeof runTests>, 'id'>

/** Judges exactly the line that the person pressed Run for: that answers what the policy would ask, and never what it denies. */
export async function plan(kernel: Kernel, { cmd, cwd = kernel.options.roots[0] ?? '/sandbox', runner = defaultRunner, venv, only, coverage: isCovered }: Wanted, known: readonly TestResult[]): Promise<Plan> {
	runnerFile(runner)
	const { processes } = kernel
	const { decision, reason, parts } = await processes.judge(cmd, { cwd, runner })
	if (decision === 'deny') {
		await processes.rules.noteReject(cmd, reason)
		throw new DrydockError(422, 'policy_violation', 'Command blocked by shell policy', { hint: `It was not run because ${reason}.`, details: { reason } })
	}
	const { root, absolute } = processes.locate(cwd)
	const folder = venv ? await findVenv(kernel, runner, [absolute, root]) : undefined
	const around = folder === undefined ? { line: cmd, env: {} } : inVenv(cmd, runner, { folder, path: toolFolders(process.env).join(path.delimiter) })
	// Tools that watch, colour or ask behave otherwise when they know that nobody types.
	const env = { ...around.env, CI: '1', NO_COLOR: '1' }
	// Reports are written to a /tmp of the command's own, which there is on Linux (0056).
	const recognised = runner === 'bash' && process.platform === 'linux' ? recognise(parts.at(-1)?.words ?? [], await testScript(kernel, cwd)) : undefined
	if (!recognised) {
		if (only) throw new DrydockError(409, 'tests.no_selection', 'Drydock cannot tell this command to run only some tests', { hint: 'Run all of them, or write the command for some.' })
		return { cmd, cwd, request: { line: around.line, runner, env } }
	}
	const wanted = only && known.filter(({ id }) => only.includes(id))
	if (wanted?.length === 0) throw new DrydockError(409, 'tests.no_selection', 'These tests are not in the last results', { hint: 'Run all tests first.' })
	if (wanted && parts.length > 1) throw new DrydockError(409, 'tests.no_selection', 'Of a line of several commands all tests are run', { hint: 'Write the test command alone.' })
	const last = parts.at(-1)?.words ?? []
	const coverage = isCovered && !wanted ? await coverageIn(kernel, recognised, { cwd, env, words: last, isAlone: parts.length === 1 }) : undefined
	const asked = coverage && 'words' in coverage ? coverage : undefined
	const { argv, env: more, reads } = withReport(last, recognised, { only: wanted, known, more: asked?.words })
	const words = parts.length === 1 ? argv : lineCommand(runner, cmd)
	const isRead = reads && (parts.length === 1 || frameworks[recognised.name].report.length === 0)
	const variables = joined({ ...env, ...more }, isRead ? asked?.env : undefined)
	return { cmd, cwd, request: { argv: words, env: variables }, framework: isRead ? recognised.name : undefined, coverage: coverage && { problem: isRead ? ('problem' in coverage ? coverage.problem : undefined) : ownReporter }, only: wanted?.map(({ id }) => id) }
}

const ownReporter = 'Coverage is read only where the report of the tests is: of one command with no reporter of its own.'

/** Of a line of several commands only what a variable can ask for. */
async function coverageIn(kernel: Kernel, { name }: Recognised, { words, isAlone, ...where }: { cwd: string; env: Readonly<Record<string, string>>; words: readonly string[]; isAlone: boolean }) {
	const way = await coverageOf(kernel, name, { ...where, words })
	return 'words' in way && way.words.length > 0 && !isAlone ? { problem: ownReporter } : way
}

/** Options of a tool come from both. */
function joined(env: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): Record<string, string> {
	return { ...env, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, [env[name], value].filter(Boolean).join(' ')])) }
}

interface Parts {
	kernel: Kernel
	receipts: Receipts
	/** Told when it began, and when there is a receipt. */
	onChange(): void
}

/** Runs a plan as a task: its output, its results, its receipt. */
export async function work({ kernel, receipts, onChange }: Parts, run: Run, { cmd, cwd, request, framework, coverage: wanted, only }: Plan) {
	const { ledger, clock, processes } = kernel
	const { root } = processes.locate(cwd)
	await run.append('tests.start', { cmd, cwd })
	onChange()
	const output = createOutput(run, clock, 'tests')
	const reader = framework && frameworks[framework]
	const mark = randomBytes(16).toString('hex')
	const split = reader?.source === 'file' ? splitOutput(mark) : keepOutput(reader?.shown)
	const startedAt = clock.now()
	const before = await ledger.tree(root, run.signal)
	let result: Pick<RunResult, 'code' | 'timedOut' | 'durationMs'> | undefined
	try {
		const words = request.argv && reader?.source === 'file' ? { ...request, argv: withReportAfter(request.argv, { report: reportFile, coverage: coverageFile, mark }) } : request
		const onOutput = async ({ stream, text }: { stream: 'stdout' | 'stderr'; text: string }) => {
			const shown = stream === 'stdout' ? split.add(text) : text
			if (shown !== '') await output.add({ stream, text: shown })
		}
		const author = { kind: 'command' as const, label: cmd.slice(0, longestLabel), task: run.id }
		const { value } = await ledger.around({ cwd, author, signal: run.signal }, () => processes.run({ ...words, cwd, timeoutMs, signal: run.signal, onOutput }))
		result = value
	} catch (error) {
		if (!run.signal.aborted) throw error
	}
	await output.add({ stream: 'stdout', text: split.rest() })
	await output.end()
	const { code, timedOut, durationMs } = result ?? { code: stoppedCode, timedOut: false, durationMs: clock.now() - startedAt }
	const after = await ledger.tree(root)
	const receipt: Receipt = {
		id: run.id,
		command: cmd,
		framework: framework ?? null,
		code,
		duration_ms: Math.round(durationMs),
		finished_at: clock.now(),
		tree: hashOf(after),
		only: only?.length ?? null,
		stopped: result === undefined,
		timed_out: timedOut,
		changed: changedBetween(before, after).slice(0, mostChanged),
		truncated: before.truncated || after.truncated,
	}
	// What a tool passes over because it was not asked for is no result.
	const results = reader ? resultsOf(kernel, reader, split.report(), cwd).filter(({ id, status }) => status !== 'skipped' || !only || only.includes(id)) : []
	const files = wanted && wanted.problem === undefined ? readLcov(split.coverage(), processes.locate(cwd).absolute) : []
	const coverage: Coverage | undefined = wanted && { files, ...(files.length === 0 && { problem: wanted.problem ?? 'The run ended without telling its coverage; its output may say why.' }) }
	await receipts.keep(keyOf(kernel, cwd), { receipt, results, coverage })
	await run.append('tests.exit', { code, duration_ms: receipt.duration_ms, timed_out: timedOut, stopped: receipt.stopped })
	onChange()
	run.signal.throwIfAborted()
	return { status: 'done' as const, summary: timedOut ? 'Stopped after an hour' : `Exit code ${code}` }
}

/** A folder by where it really is: the same one under two names has one history. */
export function keyOf({ processes }: Kernel, cwd: string): string {
	return processes.locate(cwd).absolute
}

function resultsOf({ log, processes }: Kernel, reader: Framework, report: string, cwd: string): TestResult[] {
	try {
		return report.trim() === '' ? [] : reader.read(report, processes.locate(cwd).absolute)
	} catch (error) {
		// A tool that was stopped leaves half a report: the exit code stands without it.
		log.warn('A test report could not be read', { error })
		return []
	}
}

