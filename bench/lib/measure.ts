import type { Fixtures } from './fixtures.ts'

/** The product, or the same engines with nothing around them. */
export type Side = 'product' | 'floor'
export const sides: readonly Side[] = ['product', 'floor']

export interface FigureSpec {
	title: string
	unit: 'ms' | 'MiB' | 'kB' | 'requests' | 'bytes' | 'events' | '×'
	/** Limit for product / floor in the same round. */
	ratio?: number
	/** Limit for the product alone. */
	most?: number
}

/** What a group is given: fixtures, and a folder for what it makes. */
export interface Work {
	fixtures: Fixtures
	scratch: string
}

/** Figures that are measured together. */
export interface Group<Id extends string = string> {
	name: string
	figures: Record<Id, FigureSpec>
	/** A round before those that count: fills caches that a second start would find full. */
	warmUp?: boolean
	/** Measures one side once; a figure that a side doesn't have is left out. */
	measure(side: Side, work: Work): Promise<Partial<Record<Id, number>>>
}

export interface Result extends FigureSpec {
	id: string
	product: number | undefined
	floor: number | undefined
	quotient: number | undefined
	/** Undefined where there is no limit. */
	held: boolean | undefined
	samples: Record<Side, number[]>
	/** Why there is no number. */
	problem?: string
}

type Round = Record<Side, Partial<Record<string, number>>>

/** Lets a group's types go, so that groups of different figures fit one list. */
export function group<Id extends string>(spec: Group<Id>): Group {
	return spec
}

/** Alternates the sides, so that a machine that slows down slows both. */
export async function runGroup(spec: Group, work: Work, rounds: number): Promise<Result[]> {
	const done: Round[] = []
	let problem: string | undefined
	try {
		for (let round = spec.warmUp ? -1 : 0; round < rounds; round++) {
			const values: Round = { product: {}, floor: {} }
			for (const side of round % 2 === 0 ? sides : sides.toReversed()) values[side] = await spec.measure(side, work)
			if (round >= 0) done.push(values)
		}
	} catch (error) {
		problem = error instanceof Error ? error.message : String(error)
		console.error(`${spec.name}: ${error instanceof Error ? error.stack : problem}`)
	}
	return Object.entries(spec.figures).map(([id, figure]) => summarise(`${spec.name}.${id}`, id, figure, done, problem))
}

function summarise(id: string, key: string, figure: FigureSpec, rounds: readonly Round[], problem: string | undefined): Result {
	const samples = { product: valuesOf(rounds, 'product', key), floor: valuesOf(rounds, 'floor', key) }
	const quotients = rounds.flatMap(({ product, floor }) => (product[key] !== undefined && floor[key] ? [product[key] / floor[key]] : []))
	const [product, floor, quotient] = [median(samples.product), median(samples.floor), median(quotients)]
	return { ...figure, id, product, floor, quotient, held: isHeld(figure, product, quotient), samples, ...(problem !== undefined && { problem }) }
}

const valuesOf = (rounds: readonly Round[], side: Side, key: string) => rounds.flatMap((round) => round[side][key] ?? [])

function isHeld({ ratio, most }: FigureSpec, product: number | undefined, quotient: number | undefined): boolean | undefined {
	if (ratio === undefined && most === undefined) return undefined
	const hasRatio = ratio === undefined || (quotient !== undefined && quotient <= ratio)
	return hasRatio && (most === undefined || (product !== undefined && product <= most))
}

export function median(values: readonly number[]): number | undefined {
	const sorted = values.toSorted((a, b) => a - b)
	const middle = sorted.length >> 1
	const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
	return low === undefined || high === undefined ? undefined : (low + high) / 2
}
