import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { spawnSync } from 'node:child_process'
import type { Result } from './measure.ts'

const folder = new URL('../', import.meta.url)
const file = new URL('results.json', folder)

interface Run {
	date: string
	machine: { cpu: string; cores: number; node: string; chromium: string; system: string }
	rounds: number
}

type Saved = { run: Run; figure: Result }

export function describeRun(rounds: number, chromium: string | undefined): Run {
	const version = chromium && existsSync(chromium) ? spawnSync(chromium, ['--version', '--no-sandbox'], { encoding: 'utf8' }).stdout.trim().replace(/^Chromium /, '').split(' ')[0] : 'none'
	return {
		date: new Date().toISOString().slice(0, 10),
		machine: { cpu: os.cpus()[0]?.model.trim() ?? 'unknown', cores: os.availableParallelism(), node: process.versions.node, chromium: version ?? 'none', system: `${os.type()} ${os.arch()}` },
		rounds,
	}
}

/** Keeps the figures that were not measured this time as they were. */
export async function saveResults(run: Run, results: readonly Result[]) {
	const before = JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as Saved[]
	const fresh = new Set(results.map(({ id }) => id))
	const all = [...before.filter(({ figure }) => !fresh.has(figure.id)), ...results.map((figure) => ({ run, figure }))].sort((a, b) => orderOf(a.figure.id) - orderOf(b.figure.id))
	await writeFile(file, `${JSON.stringify(all, undefined, '\t')}\n`)
	await writeFile(new URL('RESULTS.md', folder), markdown(all))
}

const groupsInOrder = ['start', 'memory', 'load', 'folder', 'listing', 'editor', 'tabs', 'dock', 'terminal', 'events', 'streams']
const orderOf = (id: string) => groupsInOrder.indexOf(id.split('.')[0] ?? '')

const heads = ['figure', 'product', 'floor', 'ratio', 'limit', 'held']

function cellsOf(figure: Result): string[] {
	const { title, product, floor, quotient, unit, held, problem } = figure
	const amount = (value: number | undefined) => (value === undefined ? '–' : `${numeral(value)}${unit === 'requests' ? '' : ` ${unit}`}`)
	if (problem !== undefined && product === undefined) return [title, 'not measured', '–', '–', limitOf(figure), 'no']
	return [title, amount(product), amount(floor), quotient === undefined ? '–' : quotient.toFixed(2), limitOf(figure), held === undefined ? '' : held ? 'yes' : '**no**']
}

function limitOf({ ratio, most, unit }: Result): string {
	return [ratio !== undefined && `≤ ${ratio} × floor`, most !== undefined && `≤ ${most}${unit === 'requests' ? '' : ` ${unit}`}`].filter(Boolean).join(', ')
}

function numeral(value: number): string {
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
	return value.toFixed(digits)
}

function markdown(all: readonly Saved[]): string {
	const { run } = all.at(-1) ?? {}
	const dates = [...new Set(all.map(({ run: { date } }) => date))].join(', ')
	const { cpu, cores, node, chromium, system } = run?.machine ?? { cpu: '', cores: 0, node: '', chromium: '', system: '' }
	const rows = all.map(({ figure }) => `| ${cellsOf(figure).join(' | ')} |`)
	return `# Results

Written by \`npm run bench\`; [README.md](README.md) says how to read them. Medians; the ratio is the median of the ratios of the rounds, and only ratios compare between machines.

- Date: ${dates}
- Machine: ${cpu}, ${cores} cores, ${system}
- Node ${node}, Chromium ${chromium}, ${Math.max(...all.map(({ run: { rounds } }) => rounds))} rounds

| ${heads.join(' | ')} |
|${heads.map(() => '---').join('|')}|
${rows.join('\n')}
`
}

export function printTable(results: readonly Result[]) {
	const rows = [heads, ...results.map((figure) => cellsOf(figure).map((cell) => cell.replaceAll('**', '')))]
	const widths = heads.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
	for (const row of rows) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
}
