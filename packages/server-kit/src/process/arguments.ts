import path from 'node:path'
import type { OptionNames, Program } from './programs.ts'

/** Why these arguments may not run unasked; undefined if they may. */
export function objection(program: Program, words: readonly string[], place: { cwd: string; root: string }): string | undefined {
	if (program.isExpression && words.includes('--')) return 'unexpected word: --'
	const sorted = sortWords(program, words)
	if ('problem' in sorted) return sorted.problem
	const { used, operands } = sorted
	if (program.needsOption && used.size === 0) return 'it would do more than show something'
	const most = program.operands === 'none' ? 0 : (program.mostOperands ?? Infinity)
	if (operands.length > most) return `unexpected word: ${operands[most]}`
	if (program.operands === 'none' || program.operands === 'words') return undefined
	const hasPattern = program.operands === 'pattern, then paths' && !program.withoutPattern?.some((name) => used.has(name))
	if (hasPattern && program.firstOperand && !program.firstOperand.test(operands[0] ?? '')) return `unexpected expression: ${operands[0] ?? 'none'}`
	const outside = operands.slice(hasPattern ? 1 : 0).find((operand) => !isInside(operand, place))
	return outside === undefined ? undefined : `path outside the project: ${outside}`
}

type Sorted = { used: Set<string>; operands: string[] } | { problem: string }

function sortWords(program: Program, words: readonly string[]): Sorted {
	const used = new Set<string>()
	const operands: string[] = []
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? ''
		if (word === '--') return { used, operands: [...operands, ...words.slice(at + 1)] }
		if (!word.startsWith('-') || word === '-') {
			operands.push(word)
			continue
		}
		const option = readOption(program, word)
		if (!option) return { problem: `option that is not on the list: ${word}` }
		for (const name of option.names) used.add(name)
		if (option.wantsValue && ++at >= words.length) return { problem: `${word} lacks its value` }
	}
	return { used, operands }
}

/** The option in a word, and whether the next word is its value; undefined if it is not known, abbreviations included. */
export function readOption(program: OptionNames, word: string): { names: string[]; wantsValue: boolean } | undefined {
	if (program.options?.includes(word)) return { names: [word], wantsValue: false }
	if (program.valueOptions?.includes(word)) return { names: [word], wantsValue: true }
	const [name = ''] = word.split('=', 1)
	if (name !== word && name.startsWith('--') && (program.valueOptions?.includes(name) || program.joinedOptions?.includes(name))) return { names: [name], wantsValue: false }
	if (program.takesCount && /^-\d+$/.test(word)) return { names: [], wantsValue: false }
	return word.startsWith('--') ? undefined : readLetters(program, word)
}

function readLetters(program: OptionNames, word: string) {
	const names: string[] = []
	for (let at = 1; at < word.length; at++) {
		const letter = word.charAt(at)
		names.push(`-${letter}`)
		// The rest of the word, or the next word, is the value.
		if (program.valueLetters?.includes(letter)) return { names, wantsValue: at === word.length - 1 }
		if (!program.letters?.includes(letter)) return undefined
	}
	return { names, wantsValue: false }
}

/** By spelling only: what links could do about it, the sandbox prevents. */
function isInside(operand: string, { cwd, root }: { cwd: string; root: string }): boolean {
	const target = path.resolve(cwd, operand)
	return target === root || target.startsWith(root.endsWith('/') ? root : `${root}/`)
}
