import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readReports } from './reports.ts'

test('reads what the checks left, and nothing from a folder without', async () => {
	const home = await mkdtemp(path.join(os.tmpdir(), 'drydock-reports-'))
	expect(await readReports(home)).toEqual({})
	expect(await readReports(undefined)).toEqual({})
	await mkdir(path.join(home, 'bench'))
	await mkdir(path.join(home, '.cache'))
	const entry = (title: string, held?: boolean) => ({ run: { date: '2026-01-02' }, figure: { title, held } })
	await writeFile(path.join(home, 'bench', 'results.json'), JSON.stringify([entry('Fast', true), entry('Slow', false), entry('Told only'), 'broken']))
	await writeFile(path.join(home, '.cache', 'chaos.json'), JSON.stringify({ date: '2026-01-03', passed: 40, failed: 1 }))
	expect(await readReports(home)).toEqual({ bench: { date: '2026-01-02', figures: 2, held: 1, missed: ['Slow'] }, chaos: { date: '2026-01-03', passed: 40, failed: 1 } })
	await rm(home, { recursive: true })
})
