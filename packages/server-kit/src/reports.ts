import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What the product's own checks said last, where they ran on this machine. */
export interface Reports {
	bench?: { date: string; figures: number; held: number; missed: string[] }
	chaos?: { date: string; passed: number; failed: number }
}

/** Reads the results that `npm run bench` and `npm run chaos` leave in the product's folder; an installation without them has none. */
export async function readReports(home: string | undefined): Promise<Reports> {
	if (home === undefined) return {}
	const [bench, chaos] = await Promise.all([readJson(path.join(home, 'bench', 'results.json')), readJson(path.join(home, '.cache', 'chaos.json'))])
	return { bench: benchOf(bench), chaos: chaosOf(chaos) }
}

async function readJson(file: string): Promise<unknown> {
	return readFile(file, 'utf8').then(
		(text) => JSON.parse(text) as unknown,
		() => undefined,
	)
}

interface BenchEntry {
	run: { date: string }
	figure: { title: string; held?: boolean }
}

function benchOf(saved: unknown): Reports['bench'] {
	if (!Array.isArray(saved)) return undefined
	const entries = saved.filter((entry): entry is BenchEntry => typeof entry?.run?.date === 'string' && typeof entry?.figure?.title === 'string')
	const judged = entries.filter(({ figure }) => figure.held !== undefined)
	if (judged.length === 0) return undefined
	const missed = judged.filter(({ figure }) => figure.held === false).map(({ figure }) => figure.title)
	return { date: entries.map(({ run }) => run.date).toSorted().at(-1) ?? '', figures: judged.length, held: judged.length - missed.length, missed }
}

function chaosOf(saved: unknown): Reports['chaos'] {
	if (typeof saved !== 'object' || saved === null || !('date' in saved) || !('passed' in saved) || !('failed' in saved)) return undefined
	const { date, passed, failed } = saved
	return typeof date === 'string' && typeof passed === 'number' && typeof failed === 'number' ? { date, passed, failed } : undefined
}
