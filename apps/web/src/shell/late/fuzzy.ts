/** How well a text answers a query, and which of its letters do. */
export interface Match {
	score: number
	/** Indexes into the text, ascending. */
	letters: readonly number[]
}

/** A letter at the start of the text or of a word says more than one in the middle. */
const startBonus = 8
const wordBonus = 6
/** Letters that stand together are what people meant. */
const runBonus = 5
const gapCost = 0.4
/** The table is query × text; longer texts are file paths, whose end is what counts. */
const longestText = 300

/** The best way to find the letters of a query in a text, in order; undefined when they are not all there. */
export function fuzzyMatch(query: string, text: string): Match | undefined {
	const skipped = Math.max(0, text.length - longestText)
	const wanted = query.toLowerCase().replaceAll(/\s+/g, '')
	const shown = text.slice(skipped)
	const lower = shown.toLowerCase()
	if (wanted === '') return { score: 0, letters: [] }
	if (lower.length !== shown.length || !hasInOrder(wanted, lower)) return undefined
	const { score, letters } = bestPath(wanted, shown, lower)
	return { score: score - shown.length * 0.02, letters: letters.map((index) => index + skipped) }
}

function hasInOrder(wanted: string, text: string): boolean {
	let from = 0
	for (const letter of wanted) {
		from = text.indexOf(letter, from) + 1
		if (from === 0) return false
	}
	return true
}

/** Row by row: the best score with the letter of that row at each place, and the place of the letter before it. */
function bestPath(wanted: string, shown: string, lower: string): Match {
	let scores: number[] = []
	const froms: number[][] = []
	for (const [row, letter] of [...wanted].entries()) {
		const next: number[] = Array.from({ length: shown.length }, () => -Infinity)
		const from: number[] = []
		let best = -Infinity
		let bestAt = -1
		for (let at = row; at < shown.length; at++) {
			const before = scores[at - 1] ?? -Infinity
			best -= gapCost
			if (row > 0 && before > best) [best, bestAt] = [before, at - 1]
			if (lower[at] !== letter) continue
			const isRun = row > 0 && before + runBonus >= best
			const path = row === 0 ? -at * gapCost : isRun ? before + runBonus : best
			next[at] = path + 1 + placeBonus(shown, at)
			from[at] = isRun ? at - 1 : bestAt
		}
		scores = next
		froms.push(from)
	}
	const end = scores.reduce((best, score, at) => (score > (scores[best] ?? -Infinity) ? at : best), 0)
	const letters = [end]
	for (let row = wanted.length - 1; row > 0; row--) letters.unshift(froms[row]?.[letters[0] ?? 0] ?? 0)
	return { score: scores[end] ?? -Infinity, letters }
}

function placeBonus(text: string, at: number): number {
	if (at === 0) return startBonus
	const before = text[at - 1] ?? ''
	const here = text[at] ?? ''
	if (/[\s/\\_.:-]/.test(before)) return wordBonus
	return before === before.toLowerCase() && here !== here.toLowerCase() ? wordBonus : 0
}
