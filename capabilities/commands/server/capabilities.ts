import path from 'node:path'
import type { ReplyOf, RunnerName, Static } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { toolFolders } from '@drydock/server-kit/process/index.ts'
import { findProgram } from '@drydock/server-kit/process/locate.ts'
import { defaultRunner, listRunners } from '@drydock/server-kit/process/runners.ts'
import type { shellCaps, Tool } from '../contract.ts'
import { fixFor, knownTools, type KnownTool } from './tools.ts'

type Answer = ReplyOf<typeof shellCaps>
type Entry = Static<typeof Tool>

/** Tools do not come and go: who waits for one presses Refresh. */
const rememberedMs = 60 * 60_000
const mostRemembered = 20
const maxOutputBytes = 256 * 1024
/** One tool that hangs must not cost the answers of the others. */
const graceMs = 5000

interface Look {
	runner?: RunnerName
	seconds: number
	cwd: string
	/** Look again although it is remembered. */
	isFresh: boolean
	signal: AbortSignal
}

/** What commands find in the sandbox: one run asks every tool for its version, in a folder where nothing of the project is read. */
export function createCapabilities({ processes, workspace, clock }: Kernel) {
	const remembered = new Map<string, Answer>()

	async function look({ runner = defaultRunner, seconds, cwd, isFresh, signal }: Look): Promise<Answer> {
		const key = JSON.stringify([runner, cwd])
		const known = remembered.get(key)
		if (known && !isFresh && clock.now() - known.at * 1000 < rememberedMs) return known
		const place = processes.locate(cwd)
		const { sandbox, reason } = await processes.capability()
		const runners = listRunners()
		const isThere = runners.some(({ name, available }) => name === runner && available)
		const answer: Answer = {
			ok: true,
			runner,
			cwd: place.absolute,
			at: clock.now() / 1000,
			categories: isThere ? { Project: await projectTools(cwd), ...(await categories({ root: place.root, cwd, seconds, signal, off: sandbox ? undefined : (reason ?? 'there is no sandbox') })) } : {},
			runners,
			hidden: sandbox ? await hiddenThings(cwd) : [],
			sandbox_error: sandbox ? null : (reason ?? null),
		}
		remembered.delete(key)
		remembered.set(key, answer)
		const [oldest] = remembered.keys()
		if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
		return answer
	}

	async function categories({ root, off, ...run }: { root: string; cwd: string; seconds: number; signal: AbortSignal; off?: string }) {
		const found = off === undefined ? await versions(run) : new Map<string, Found>()
		const folders = toolFolders(process.env)
		const entry = (name: string, tool: KnownTool): Entry => {
			const inside = found.get(name)
			if (inside?.path) return { available: true, path: inside.path, version: inside.version || null, error: inside.error ?? null }
			const outside = findProgram(name, folders, root)
			if (outside === undefined) return { available: false, path: null, version: null, error: 'not found', fix: fixFor(tool) }
			if (off !== undefined) return { available: true, path: outside, version: null, error: `Its version was not asked for: ${off}` }
			return { available: false, path: outside, version: null, error: 'It is installed, but the sandbox hides it' }
		}
		const entries = (tools: Record<string, KnownTool>) => Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, entry(name, tool)]))
		return Object.fromEntries(Object.entries(knownTools).map(([category, tools]) => [category, entries(tools)]))
	}

	async function versions({ cwd, seconds, signal }: { cwd: string; seconds: number; signal: AbortSignal }): Promise<Map<string, Found>> {
		const { stdout } = await processes.run({ line: script(seconds), cwd, sandbox: 'read-only', timeoutMs: seconds * 1000 + graceMs, maxOutputBytes, signal })
		const fields = stdout.split('\0')
		const found = new Map<string, Found>()
		for (let at = 0; at + 3 < fields.length; at += 4) found.set(fields[at] ?? '', readVersion({ path: fields[at + 1] ?? '', code: fields[at + 2] ?? '', text: fields[at + 3] ?? '', seconds }))
		return found
	}

	/** What the project brings along itself, by its files alone. */
	async function projectTools(cwd: string): Promise<Record<string, Entry>> {
		const entry = async (file: string): Promise<Entry> => {
			const isThere = (await workspace.look(cwd, file)) !== undefined
			return { available: isThere, path: isThere ? file : null, version: null, error: isThere ? null : 'not found' }
		}
		return { '.venv': await entry('.venv/bin/python'), 'node_modules/.bin': await entry('node_modules/.bin'), Makefile: await entry('Makefile') }
	}

	async function hiddenThings(cwd: string): Promise<string[]> {
		const [{ root, guarded, hidden, hosts, limits }, { counted, note }] = await Promise.all([processes.profile({ cwd, network: true }), processes.capability()])
		const inProject = (files: readonly string[]) => files.map((file) => path.relative(root, file)).join(', ')
		return [
			`Of your files only ${root} can be seen; the home folder is empty${counted === undefined ? '' : ' and kept in memory'}.`,
			...(guarded.length > 0 ? [`Readable, but never writable: ${inProject(guarded)}`] : []),
			...(hidden.length > 0 ? [`Not to be seen: ${inProject(hidden)}`] : []),
			hosts.length > 0 ? `Of the network: ${hosts.join(', ')}` : 'There is no network.',
			counted === undefined ? `At most ${limits.processes} processes.` : `At most ${limits.processes} processes and ${Math.round(limits.memoryBytes / 2 ** 20)} MiB of memory.`,
			...(note === undefined ? [] : [note]),
		]
	}

	return { look }
}

interface Found {
	path: string
	version: string
	error?: string
}

/** All tools at once, each with its answer in a file of its own; then all answers, each field ended by NUL. */
function script(seconds: number): string {
	const tools = Object.values(knownTools).flatMap((category) => Object.entries(category))
	const lines = tools.map(([name, { version = ['--version'] }]) => `try ${name}${version.map((word) => ` ${word}`).join('')} > of-${name} &`)
	// macOS has neither a /tmp of its own in the sandbox nor `timeout`.
	return `cd "\${TMPDIR:-/tmp}" || exit
command -v timeout > /dev/null || timeout() { shift 3; "$@"; }
try() {
	local name=$1 file text='' code=0
	shift
	file=$(command -v "$name") || file=''
	if [ -n "$file" ] && [ $# -gt 0 ]; then text=$(timeout --kill-after 1 ${seconds} "$file" "$@" 2>&1 < /dev/null); code=$?; fi
	printf '%s\\0%s\\0%s\\0%s\\0' "$name" "$file" "$code" "\${text:0:400}"
}
${lines.join('\n')}
wait
cat of-*`
}

function readVersion({ path: file, code, text, seconds }: { path: string; code: string; text: string; seconds: number }): Found {
	const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
	const number = /\d+(\.\d+)+[\w.+-]*/.exec(text)?.[0]
	if (code === '0') return { path: file, version: number ?? line }
	// What `timeout` answers for a program that it ended.
	const isLate = code === '124' || code === '137'
	return { path: file, version: '', error: isLate ? `It did not answer within ${seconds} seconds` : line || `Exit code ${code}` }
}
