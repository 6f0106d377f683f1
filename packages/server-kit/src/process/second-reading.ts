import { parse, type CommandArgument, type CommandNode, type PipelineNode, type Redirection, type Statement } from 'unbash'
import type { Line } from './read-line.ts'

/** Whether another parser, of other authors, finds the same commands, words and operators in a line. */
export function readsAlike(line: string, reading: Line): boolean {
	const { commands, errors } = parse(line)
	if (errors && errors.length > 0) return false
	const tokens: string[] = []
	const isUnderstood = commands.every((statement, index) => {
		if (index > 0) tokens.push(';')
		return readStatement(statement, tokens)
	})
	const expected = reading.commands.flatMap((words, index) => [...(index > 0 ? [reading.operators[index - 1] ?? ''] : []), JSON.stringify(words)])
	return isUnderstood && tokens.length === expected.length && tokens.every((token, index) => token === expected[index])
}

function readStatement({ command, background }: Statement, tokens: string[]): boolean {
	if (background) return false
	if (command.type !== 'AndOr') return readPipeline(command, tokens)
	return command.commands.every((part, index) => {
		if (index > 0) tokens.push(command.operators[index - 1] ?? '')
		return readPipeline(part, tokens)
	})
}

function readPipeline(node: PipelineNode, tokens: string[]): boolean {
	if (node.type !== 'Pipeline') return readCommand(node, tokens)
	if (node.prefixes.length > 0) return false
	return node.commands.every((command, index) => {
		if (index > 0) tokens.push(node.operators[index - 1] ?? '')
		return readCommand(command, tokens)
	})
}

function readCommand(node: CommandNode, tokens: string[]): boolean {
	if (node.type !== 'Command' || !node.name || node.prefix.length > 0) return false
	const words = [node.name, ...node.suffix].map(valueOf)
	if (words.includes(undefined)) return false
	tokens.push(JSON.stringify(words))
	return true
}

function valueOf(word: CommandArgument | Redirection): string | undefined {
	if (word.type === 'Word') return word.value
	// `if=file` of dd and its like.
	if (word.type === 'Assignment' && word.value.type === 'Word' && !word.append && !word.index) return `${word.name}=${word.value.value}`
	return undefined
}
