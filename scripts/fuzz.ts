// npm run fuzz: how the policy reads a line beside how bash reads it. --comparisons N, --rewrites N, --seed N.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startBash } from '../packages/server-kit/src/process/fuzz/bash-reader.ts'
import { compareWithBash } from '../packages/server-kit/src/process/fuzz/compare.ts'
import { letThrough } from '../packages/server-kit/src/process/fuzz/hostile.ts'

const { values } = parseArgs({ options: { comparisons: { type: 'string', default: '1000000' }, rewrites: { type: 'string', default: '10000' }, seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) } } })
const seed = Number(values.seed)
const folder = await mkdtemp(path.join(os.tmpdir(), 'drydock-fuzz-'))
const bash = startBash(folder)
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
console.log(`seed ${seed}`)
try {
	let told = 0
	const done = await compareWithBash(bash, seed, Number(values.comparisons), ({ comparisons, strings }) => {
		if (comparisons < told + 100_000) return
		told = comparisons
		console.log(`${comparisons} comparisons of ${strings} strings, ${seconds()} s`)
	})
	for (const mismatch of done.mismatches) console.log(mismatch)
	console.log(`${done.comparisons} comparisons of ${done.strings} strings with bash: ${done.mismatches.length} mismatches (${seconds()} s)`)
	const through = await letThrough(seed, Number(values.rewrites))
	for (const line of through) console.log(line)
	console.log(`${values.rewrites} rewrites of hostile commands: ${through.length} let through (${seconds()} s)`)
	process.exitCode = done.mismatches.length + through.length === 0 ? 0 : 1
} finally {
	bash.close()
	await rm(folder, { recursive: true })
}
