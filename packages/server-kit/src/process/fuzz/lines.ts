import type { Random } from './random.ts'

/** Functions of the bash that reads lines: `no` fails, the others succeed. */
export const functionNames: readonly string[] = ['aa', 'bb', 'cc', 'dd', 'no']

const characters = [...'ab1 _-=:,./@%+^~#!*?[]{}()<>|&;$`\'"\\éß漢\t\r\u00a0\u200b']
const words = ['a', 'b1', 'src/x.ts', '--name=v', '-n', '50', '+x', 'k=v', 'HEAD^', 'a@b', '%s', '1,5p', "''", '""', "'x y'", '"x y"', "'a\"b'", '"a\'b"', "'*.ts'", '"note: x"', "a'b'c", 'a"b"c', '漢字', '-', '--', '.', '..', '/', ':', ',']
const sharp = ['\\ ', '\\a', '$', '$a', '${a}', '$(a)', '`a`', '{a,b}', '{1..3}', '*', '?', '[a]', '~', '~/x', '#', ' #x', '!', '!!', "$'a'", '$"a"', '>', '2>&1', '<', '<<<x', '&', '|', '||', '&&', ';', ';;', '(', ')', 'if', 'then', 'fi', 'time', '[[', '((', '{', '}', 'a=1', '\n', '\t']
const operators = [' && ', ' || ', ' | ', '; ', '|', '&&', ' ;  ']

/** One line out of many shapes: most are read as words, so that there is something to compare. */
export function randomLine(random: Random): string {
	switch (random.below(8)) {
		case 0:
			return Array.from({ length: 1 + random.below(10) }, () => random.pick(characters)).join('')
		case 1:
			return joinWords(random, 1 + random.below(5), 4)
		case 2:
			return Array.from({ length: 2 + random.below(3) }, () => `${random.pick(functionNames)}${random.below(2) ? ' ' : ''}${joinWords(random, random.below(3), 60)}`).reduce((line, next) => line + random.pick(operators) + next)
		case 3:
			return changed(random, joinWords(random, 2 + random.below(5), 60))
		default:
			return joinWords(random, 1 + random.below(7), 40)
	}
}

/** Words one after the other; one in `sharpness` is something that a shell treats in its own way. */
function joinWords(random: Random, count: number, sharpness: number): string {
	let line = ''
	for (let at = 0; at < count; at++) line += (random.below(sharpness) === 0 ? random.pick(sharp) : random.pick(words)) + (random.below(4) === 0 ? '' : random.below(12) === 0 ? '  ' : ' ')
	return line
}

function changed(random: Random, line: string): string {
	const at = random.below(line.length + 1)
	return line.slice(0, at) + random.pick(characters) + line.slice(at + random.below(2))
}
