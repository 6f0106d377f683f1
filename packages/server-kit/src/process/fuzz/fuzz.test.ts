import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startBash } from './bash-reader.ts'
import { compareWithBash } from './compare.ts'
import { letThrough } from './hostile.ts'

// A few seconds; `npm run fuzz` does a million.
const comparisons = 20_000
const rewrites = 2000
const seed = Math.floor(Math.random() * 2 ** 31)

test.skipIf(!existsSync('/usr/bin/bwrap'))(`bash reads what we read as we read it (seed ${seed})`, { timeout: 60_000 }, async () => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'drydock-fuzz-'))
	const bash = startBash(folder)
	try {
		const done = await compareWithBash(bash, seed, comparisons)
		expect(done.mismatches, `seed ${seed}`).toEqual([])
		expect(done.comparisons).toBe(comparisons)
	} finally {
		bash.close()
		await rm(folder, { recursive: true })
	}
})

test(`no hostile command runs unasked in another spelling (seed ${seed})`, { timeout: 60_000 }, async () => {
	expect(await letThrough(seed, rewrites), `seed ${seed}`).toEqual([])
})
