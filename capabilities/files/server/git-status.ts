import type { ReplyOf } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { gitSurroundings } from '@drydock/server-kit/process/git-environment.ts'
import type { RunResult } from '@drydock/server-kit/process/index.ts'
import type { gitStatus } from '../contract.ts'

type Answer = ReplyOf<typeof gitStatus>
type State = Answer['changed'][number]['state']

// A repository that takes longer is told by its absence; the tree never waits for it.
const timeoutMs = 15_000
const outputLimit = 4 * 2 ** 20
// Beyond this the colours say nothing any more.
const entriesLimit = 20_000
const statusWords = ['git', '--no-pager', 'status', '--porcelain=v2', '--branch', '-z', '--untracked-files=normal', '--ignored=matching', '--ignore-submodules=all', '--', '.']

const nothing: Answer = { ok: true, is_repository: false, branch: null, ahead: 0, behind: 0, changed: [], ignored: [], truncated: false }

/** Runs a line of bash or words, with these variables. */
export type RunGit = (command: { line: string } | { argv: readonly string[] }, env: Record<string, string>) => Promise<Pick<RunResult, 'code' | 'stdout' | 'stderr' | 'truncated' | 'timedOut'>>

/** Asks git for the state of a folder, in the sandbox and with everything emptied that its config could run. */
export async function readGitStatus({ processes }: Kernel, cwd: string, signal: AbortSignal): Promise<Answer> {
	const { sandbox, reason } = await processes.capability()
	if (!sandbox) return { ...nothing, reason }
	return statusBy((command, env) => processes.run({ ...command, cwd, sandbox: 'read-only', env, timeoutMs, maxOutputBytes: outputLimit, signal }))
}

/** The same over any way to run git. */
export async function statusBy(run: RunGit): Promise<Answer> {
	const surroundings = await gitSurroundings((line, env) => run({ line }, env))
	if ('problem' in surroundings) return { ...nothing, reason: surroundings.problem }
	const { env, prefix } = surroundings
	const status = await run({ argv: statusWords }, env)
	if (status.timedOut) return { ...nothing, reason: `git needed more than ${timeoutMs / 1000} seconds.` }
	if (status.code !== 0) return { ...nothing, reason: firstLine(status.stderr) }
	return readPorcelain(status.stdout, { prefix, truncated: status.truncated })
}

const letters: Record<string, State> = { M: 'modified', T: 'modified', A: 'added', D: 'deleted', R: 'renamed', C: 'added' }

/** Reads `git status --porcelain=v2 -z`; what was cut off or is not understood is left out. */
export function readPorcelain(text: string, { prefix, truncated }: { prefix: string; truncated: boolean }): Answer {
	const answer: Answer = { ...nothing, is_repository: true, changed: [], ignored: [], truncated }
	const own = (path: string) => (`${path}/`.startsWith(prefix) ? path.slice(prefix.length) : undefined)
	const records = text.split('\0')
	for (let at = 0; at < records.length; at++) {
		const record = records[at] ?? ''
		if (answer.changed.length + answer.ignored.length >= entriesLimit) {
			answer.truncated = true
			break
		}
		const [kind] = record
		if (kind === '#') readHeader(record, answer)
		else if (kind === '?' || kind === '!') {
			const path = own(record.slice(2))
			if (path === undefined) continue
			if (kind === '?') answer.changed.push({ path, state: 'untracked' })
			else answer.ignored.push(path)
		} else if (kind === '1' || kind === '2' || kind === 'u') {
			const fields = record.split(' ')
			const path = own(fields.slice({ 1: 8, 2: 9, u: 10 }[kind]).join(' '))
			const state = kind === 'u' ? 'conflict' : stateOf(fields[1] ?? '')
			if (path !== undefined && state) answer.changed.push({ path, state })
			// The name before a renaming follows as a record of its own.
			if (kind === '2') at++
		}
	}
	return answer
}

function readHeader(record: string, answer: Answer): void {
	const [, name, ...words] = record.split(' ')
	if (name === 'branch.head') answer.branch = words.join(' ')
	if (name === 'branch.ab') [answer.ahead, answer.behind] = [Math.abs(Number(words[0])), Math.abs(Number(words[1]))]
}

/** What is in the working folder says more than what is staged. */
function stateOf([staged = '.', unstaged = '.']: string): State | undefined {
	return letters[unstaged === '.' ? staged : unstaged]
}

function firstLine(text: string): string {
	return text.trim().split('\n', 1)[0] ?? ''
}
