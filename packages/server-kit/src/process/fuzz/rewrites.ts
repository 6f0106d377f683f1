import type { Random } from './random.ts'

const inWord: readonly ((character: string) => string)[] = [
	(character) => `\\${character}`,
	(character) => `'${character}'`,
	(character) => `"${character}"`,
	(character) => `''${character}`,
	(character) => `${character}""`,
	(character) => `$'${character}'`,
	(character) => `\\\n${character}`,
]
const around: readonly ((line: string) => string)[] = [
	(line) => `true && ${line}`,
	(line) => `true; ${line}`,
	(line) => `false || ${line}`,
	(line) => `{ ${line}; }`,
	(line) => `( ${line} )`,
	(line) => `! ${line}`,
	(line) => `time ${line}`,
	(line) => `timeout 50 ${line}`,
	(line) => `nice -n 1 ${line}`,
	(line) => `env ${line}`,
	(line) => `command ${line}`,
	(line) => `A=1 ${line}`,
	(line) => `${line} | cat`,
	(line) => `${line} # why not`,
	(line) => `${line} 2>&1`,
	(line) => `  ${line}`,
	(line) => `eval ${line}`,
]

/** The same command spelled otherwise: quotes inside words, other blanks, something harmless around it. */
export function rewritten(random: Random, line: string): string {
	let text = line
	for (let times = 1 + random.below(3); times > 0; times--) text = random.below(3) === 0 ? (around[random.below(around.length)]?.(text) ?? text) : random.below(4) === 0 ? otherBlank(random, text) : otherLetter(random, text)
	return text
}

function otherLetter(random: Random, line: string): string {
	const places = [...line.matchAll(/[A-Za-z]/g)].map(({ index }) => index).filter((at) => isBare(line, at))
	const at = places[random.below(places.length)]
	if (at === undefined) return line
	return line.slice(0, at) + (inWord[random.below(inWord.length)]?.(line.charAt(at)) ?? '') + line.slice(at + 1)
}

function otherBlank(random: Random, line: string): string {
	const places = [...line.matchAll(/ /g)].map(({ index }) => index).filter((at) => isBare(line, at))
	const at = places[random.below(places.length)]
	return at === undefined ? line : line.slice(0, at) + random.pick(['  ', '\t', ' \\\n', " '' ".slice(0, 1), '   ']) + line.slice(at + 1)
}

/** Outside quotes, and not after something that gives the next letter a meaning of its own. */
function isBare(line: string, at: number): boolean {
	const before = line.slice(0, at)
	return (before.match(/'/g)?.length ?? 0) % 2 === 0 && (before.match(/"/g)?.length ?? 0) % 2 === 0 && !/[\\$@{]$/.test(before)
}
