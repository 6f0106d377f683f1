import { fileURLToPath } from 'node:url'
import type { Node, Parser } from 'web-tree-sitter'
import { hiddenCharacter } from './visible.ts'

/** A longer line cannot be reviewed by a person, and keeps every parse under 2 ms. */
export const longestLine = 4096

export type Reading = { ok: true; words: string[] } | { ok: false; reason: string }

// What bash never expands, in a bare word.
const literalWord = /^[\p{L}\p{N}_@%+=:,./^-]+$/u
const unsafeInDoubleQuotes = /["$`\\!\n]/

/**
 * Reads a line as one command of literal words, so that what is judged is exactly what runs; everything else has a
 * reason why not. The grammar alone is not enough: it drops `\ ` silently and keeps globs and tildes in words, hence the
 * literal characters and the rule that a token covers every byte.
 */
export async function readLine(line: string): Promise<Reading> {
	if (line.length > longestLine) return no(`it is longer than ${longestLine} characters`)
	if (hiddenCharacter.test(line)) return no('it holds a line break or another control or invisible character')
	const tree = (await parser()).parse(line)
	if (!tree) return no('it could not be parsed')
	try {
		return readProgram(tree.rootNode, line)
	} finally {
		tree.delete()
	}
}

const no = (reason: string): Reading => ({ ok: false, reason })

function readProgram(root: Node, line: string): Reading {
	if (root.hasError) return no('it is not a complete shell command')
	const [command, ...more] = root.children
	if (!command || more.length > 0) return no(more.length > 0 ? 'it is more than one command' : 'it is empty')
	if (command.type !== 'command') return no(`it uses ${named(command)}`)
	const words: string[] = []
	let end = 0
	for (const child of command.children) {
		if (!blank(line.slice(end, child.startIndex))) return no('a part of it belongs to no word')
		const word = readWord(child.type === 'command_name' ? child.firstChild : child, line)
		if (!word.ok) return word
		words.push(word.text)
		end = child.endIndex
	}
	return blank(line.slice(end)) ? { ok: true, words } : no('a part of it belongs to no word')
}

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
	list: 'several commands',
	pipeline: 'a pipe',
	redirected_statement: 'a redirection',
	file_redirect: 'a redirection',
	herestring_redirect: 'a redirection',
	variable_assignment: 'a variable assignment',
	command_substitution: 'a command substitution',
	simple_expansion: 'a variable',
	expansion: 'a variable',
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
