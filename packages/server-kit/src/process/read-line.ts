import { fileURLToPath } from 'node:url'
import type { Node, Parser } from 'web-tree-sitter'
import { readsAlike } from './second-reading.ts'
import { hiddenCharacter } from './visible.ts'

/** A longer line cannot be reviewed by a person, and keeps every parse under 2 ms. */
export const longestLine = 4096
/** More commands in a row than anybody reviews; each is judged by itself. */
const mostCommands = 20

export type Operator = '&&' | '||' | '|' | ';'

/** A line as commands of literal words, with what stands between them. */
export interface Line {
	commands: string[][]
	/** One fewer than commands. */
	operators: Operator[]
}

export type Reading = ({ ok: true } & Line) | { ok: false; reason: string }

// What bash never expands, in a bare word.
const literalWord = /^[\p{L}\p{N}_@%+=:,./^-]+$/u
const unsafeInDoubleQuotes = /["$`\\!\n]/
const operators: readonly string[] = ['&&', '||', '|', ';'] satisfies Operator[]

/**
 * Reads a line as commands of literal words, so that what is judged is exactly what runs; everything else has a reason why not.
 * The grammar alone is not enough: it drops `\ ` silently and keeps globs and tildes in words, hence the literal characters and the
 * rule that a token covers every byte. A second parser has to see the same.
 */
export async function readLine(line: string): Promise<Reading> {
	if (line.length > longestLine) return no(`it is longer than ${longestLine} characters`)
	if (hiddenCharacter.test(line)) return no('it holds a line break or another control or invisible character')
	const tree = (await parser()).parse(line)
	if (!tree) return no('it could not be parsed')
	try {
		const reading = readProgram(tree.rootNode, line)
		return reading.ok && !readsAlike(line, reading) ? no('two parsers read it differently') : reading
	} finally {
		tree.delete()
	}
}

const no = (reason: string) => ({ ok: false, reason }) as const

/** Collects commands and operators from left to right. */
class Gathering {
	readonly commands: string[][] = []
	readonly operators: Operator[] = []
	problem: string | undefined
	#end = 0
	readonly #line: string

	constructor(line: string) {
		this.#line = line
	}

	add(node: Node): void {
		for (const child of node.children) {
			if (this.problem !== undefined) return
			if (child.type === 'list' || child.type === 'pipeline') this.add(child)
			else if (child.type === 'command') this.#command(child)
			else if (isOperator(child.type)) this.#operator(child, child.type)
			else this.problem = `it uses ${named(child)}`
		}
	}

	#command(node: Node) {
		if (this.commands.length !== this.operators.length) this.problem = 'a part of it belongs to no word'
		const words: string[] = []
		for (const child of node.children) {
			const word = readWord(child.type === 'command_name' ? child.firstChild : child, this.#line)
			if (!word.ok) return void (this.problem ??= word.reason)
			this.#cover(child)
			words.push(word.text)
		}
		this.commands.push(words)
	}

	#operator(node: Node, operator: Operator) {
		if (this.commands.length !== this.operators.length + 1) this.problem = 'a part of it belongs to no word'
		this.#cover(node)
		this.operators.push(operator)
	}

	/** Between two tokens there is nothing but blanks. */
	#cover({ startIndex, endIndex }: Node) {
		if (!blank(this.#line.slice(this.#end, startIndex))) this.problem ??= 'a part of it belongs to no word'
		this.#end = endIndex
	}

	get isCovered(): boolean {
		return blank(this.#line.slice(this.#end))
	}
}

function readProgram(root: Node, line: string): Reading {
	if (root.hasError) return no('it is not a complete shell command')
	const gathering = new Gathering(line)
	gathering.add(root)
	const { problem, commands, operators, isCovered } = gathering
	if (problem !== undefined) return no(problem)
	if (!isCovered || commands.length !== operators.length + 1) return no(commands.length === 0 ? 'it is empty' : 'a part of it belongs to no word')
	return commands.length > mostCommands ? no(`it holds more than ${mostCommands} commands`) : { ok: true, commands, operators }
}

const isOperator = (type: string): type is Operator => operators.includes(type)
const blank = (text: string) => /^ *$/.test(text)

type Word = { ok: true; text: string } | { ok: false; reason: string }

function readWord(node: Node | null, line: string): Word {
	if (!node) return { ok: false, reason: 'a word is missing' }
	const source = line.slice(node.startIndex, node.endIndex)
	switch (node.type) {
		case 'word':
		case 'number':
			return literalWord.test(source) ? { ok: true, text: source } : { ok: false, reason: `the shell may expand ${source}` }
		case 'raw_string':
			return /^'[^']*'$/.test(source) ? { ok: true, text: source.slice(1, -1) } : { ok: false, reason: 'its quotes are unclear' }
		case 'string': {
			const inner = source.slice(1, -1)
			if (!source.startsWith('"') || !source.endsWith('"') || source.length < 2) return { ok: false, reason: 'its quotes are unclear' }
			return unsafeInDoubleQuotes.test(inner) ? { ok: false, reason: `the shell may expand ${source}` } : { ok: true, text: inner }
		}
		case 'concatenation':
			return joinParts(node, line)
		default:
			return { ok: false, reason: `it uses ${named(node)}` }
	}
}

function joinParts(node: Node, line: string): Word {
	let text = ''
	let end = node.startIndex
	for (const part of node.children) {
		if (part.startIndex !== end) return { ok: false, reason: 'a part of it belongs to no word' }
		const word = readWord(part, line)
		if (!word.ok) return word
		text += word.text
		end = part.endIndex
	}
	return end === node.endIndex ? { ok: true, text } : { ok: false, reason: 'a part of it belongs to no word' }
}

const names: Record<string, string> = {
	redirected_statement: 'a redirection',
	file_redirect: 'a redirection',
	herestring_redirect: 'a redirection',
	variable_assignment: 'a variable assignment',
	variable_assignments: 'variable assignments',
	command_substitution: 'a command substitution',
	simple_expansion: 'a variable',
	expansion: 'a variable',
	'&': 'a command in the background',
	'|&': 'a pipe for errors',
}

const named = (node: Node) => names[node.type] ?? `a construct of the shell (${node.type.replaceAll('_', ' ')})`

let loading: Promise<Parser> | undefined

/** Loaded with the first command: 3 MB of WebAssembly that an idle server does without. */
function parser(): Promise<Parser> {
	return (loading ??= load())
}

async function load(): Promise<Parser> {
	const { Language, Parser } = await import('web-tree-sitter')
	await Parser.init()
	const bash = await Language.load(fileURLToPath(import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm')))
	return new Parser().setLanguage(bash)
}
