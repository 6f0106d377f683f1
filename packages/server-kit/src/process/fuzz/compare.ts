import { readLine, type Line } from '../read-line.ts'
import type { BashReader } from './bash-reader.ts'
import { functionNames, randomLine } from './lines.ts'
import { randomFrom } from './random.ts'

interface Comparison {
	strings: number
	comparisons: number
	/** Lines that bash reads otherwise, with both readings. */
	mismatches: { line: string; ours: string; bash: string }[]
}

const batchSize = 5000
/** Enough to see the kind of a mistake. */
const mostMismatches = 20

/** Random lines until so many were read by us and by bash; a line that we do not read asks a person and needs no comparison. */
export async function compareWithBash(bash: BashReader, seed: number, wanted: number, onProgress: (done: Comparison) => void = () => {}): Promise<Comparison> {
	const random = randomFrom(seed)
	const done: Comparison = { strings: 0, comparisons: 0, mismatches: [] }
	while (done.comparisons < wanted && done.mismatches.length < mostMismatches) {
		const batch: { line: string; asked: string; expected: string }[] = []
		while (batch.length < Math.min(batchSize, wanted - done.comparisons)) {
			const line = randomLine(random)
			done.strings++
			const reading = await readLine(line)
			if (!reading.ok) continue
			const isSequence = reading.commands.length > 1
			if (isSequence && !reading.commands.every(([name = '']) => functionNames.includes(name))) continue
			batch.push({ line, asked: isSequence ? line : `show ${line}`, expected: inNoOrder(isSequence ? executed(reading) : reading.commands) })
		}
		const answers = await bash.read(batch.map(({ asked }) => asked))
		for (const [index, { line, expected }] of batch.entries()) {
			const seen = inNoOrder(answers[index] ?? [])
			if (seen !== expected) done.mismatches.push({ line, ours: expected, bash: seen })
		}
		done.comparisons += batch.length
		onProgress(done)
	}
	return done
}

const inNoOrder = (calls: readonly (readonly string[])[]) => JSON.stringify(calls.map((words) => JSON.stringify(words)).toSorted())

/** Which commands of a sequence run: a pipeline ends as its last one does. */
function executed({ commands, operators }: Line): string[][] {
	const ran: string[][] = []
	let succeeded = true
	let isRunning = true
	for (const [index, words] of commands.entries()) {
		const operator = index === 0 ? ';' : operators[index - 1]
		if (operator !== '|') isRunning = operator === ';' || (operator === '&&') === succeeded
		if (!isRunning) continue
		ran.push(words)
		succeeded = words[0] !== 'no'
	}
	return ran
}
