import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { RunnerName } from '@drydock/contract'
import { objection } from './arguments.ts'
import { systemPath } from './environment.ts'
import { isProgram } from './locate.ts'
import { programs } from './programs.ts'
import { longestLine, readLine } from './read-line.ts'
import { visible } from './visible.ts'

/** What an approval card shows: exactly what would run, where, and a hash to which the approval is bound. */
export interface ApprovalCard {
	/** The line with every control, invisible and direction-changing character made visible. */
	text: string
	cwd: string
	/** SHA-256 over the line and the folder. */
	hash: string
}

export interface Verdict {
	decision: 'allow' | 'ask' | 'deny'
	/** A clause for people, to be read after "because". */
	reason: string
	/** With `allow`: what to run, without a shell. */
	argv?: string[]
	/** With `allow`: the entry of the list that matched. */
	rule?: string
	card: ApprovalCard
}

export interface Judged {
	cwd: string
	/** The project folder. */
	root: string
	/** Which shell would read the line; default bash. */
	runner?: RunnerName
	/** The list in force, each entry as words ("grep -rn"); it only counts for programs whose options are known. Default: `builtInList`. */
	allow?: readonly string[]
}

/** What runs without asking when nobody chose a list. */
export const builtInList: readonly string[] = [...programs.keys()]

/** Decides on a command line by its parsed words; whatever is not known to be harmless asks (SECURITY §4, "Sound policy"). */
export async function judgeLine(line: string, { cwd, root, runner = 'bash', allow = builtInList }: Judged): Promise<Verdict> {
	const card = approvalCard(line, cwd)
	const ask = (reason: string): Verdict => ({ decision: 'ask', reason, card })
	if (line.trim() === '') return { decision: 'deny', reason: 'the command is empty', card }
	if (line.includes('\0')) return { decision: 'deny', reason: 'a command cannot hold a NUL character', card }
	if (line.length > longestLine) return { decision: 'deny', reason: `a command of more than ${longestLine} characters cannot be reviewed: put it into a script file`, card }
	if (runner !== 'bash') return ask(`Drydock cannot read the language of ${runner}, so nothing runs there unasked`)
	const reading = await readLine(line)
	if (!reading.ok) return ask(reading.reason)
	const [name = '', ...words] = reading.words
	const rule = allow.find((entry) => matches(entry, reading.words))
	if (!rule) return ask(`${name} is not on the list of commands that run without asking`)
	const program = programs.get(name)
	if (!program) return ask(`the options of ${name} are not known`)
	const problem = objection(program, words, { cwd, root })
	if (problem) return ask(problem)
	const file = findProgram(name, root)
	return file ? { decision: 'allow', reason: `"${rule}" is on the list`, argv: [file, ...words], rule, card } : ask(`${name} is not installed in a system folder`)
}

function matches(entry: string, words: readonly string[]): boolean {
	const wanted = entry.trim().split(/ +/)
	return entry.trim() !== '' && wanted.every((word, at) => word === words[at])
}

/** A bare name on the fixed PATH, never inside the project. */
function findProgram(name: string, root: string): string | undefined {
	if (!/^[\w.+-]+$/.test(name)) return undefined
	return systemPath.map((folder) => path.join(folder, name)).find((file) => isProgram(file) && !isUnder(realpathSync(file), root))
}

const isUnder = (file: string, folder: string) => file.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

export function approvalCard(line: string, cwd: string): ApprovalCard {
	return { text: visible(line), cwd: visible(cwd), hash: createHash('sha256').update(JSON.stringify([line, cwd])).digest('hex') }
}
