/** What is looked for: every word must be found, in any order; letters of a word may have others between them. */
export interface Pattern {
	words: readonly string[]
	/** Letters and digits that must occur, as bits: most paths are out after one look. */
	mask: number
}

/** A path prepared for being matched many times. */
export interface Candidate {
	path: string
	lower: string
	mask: number
	/** Where the name begins. */
	nameAt: number
}

export interface Match {
	score: number
	/** Begin and end of each marked part of the path. */
	ranges: [number, number][]
}

// Nobody types more, and each letter costs a pass.
const longestQuery = 128
// Beyond this a path is matched by its end, where the name is.
const longestMatched = 512

const segmentStart = 12
const wordStart = 9
const consecutive = 8
// Only a capital that was typed says that one is meant.
const sameCase = 2
const gap = -4
const inName = 30
const wholeName = 60

/** Reads what was typed; undefined when there is nothing to look for. */
export function patternOf(query: string): Pattern | undefined {
	const words = query.slice(0, longestQuery).replaceAll('\\', '/').split(/\s+/).filter((word) => word !== '')
	return words.length === 0 ? undefined : { words, mask: maskOf(fold(words.join(''))) }
}

export function candidateOf(path: string): Candidate {
	const lower = fold(path)
	return { path, lower, mask: maskOf(lower), nameAt: path.lastIndexOf('/') + 1 }
}

/** Small letters, one for one: the few that change their length stay, or marks would stand beside them. */
function fold(text: string): string {
	const lower = text.toLowerCase()
	return lower.length === text.length ? lower : [...text].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('')
}

function maskOf(lower: string): number {
	let mask = 0
	for (let at = 0; at < lower.length; at++) {
		const code = lower.charCodeAt(at)
		if (code >= 97 && code <= 122) mask |= 1 << (code - 97)
		else if (code >= 48 && code <= 57) mask |= 1 << 26
	}
	return mask
}

/** How promising a candidate is, at a fraction of the cost of `match`; undefined when it does not match. */
export function rankOf({ words, mask }: Pattern, candidate: Candidate): number | undefined {
	if ((mask & candidate.mask) !== mask) return undefined
	let sum = -candidate.path.length / 8
	for (const word of words) {
		const rank = wordRank(fold(word), candidate)
		if (rank === undefined) return undefined
		sum += rank
	}
	return sum
}

function wordRank(word: string, { path, lower, nameAt }: Candidate): number | undefined {
	const at = lower.indexOf(word, nameAt)
	if (at === nameAt) return lower.length === nameAt + word.length ? 500 : 400
	if (at > 0) return isWordStart(path, at) ? 340 : 300
	if (containsInOrder(lower, word, nameAt)) return startsOfWords(path, nameAt).startsWith(word) ? 360 : 200
	if (lower.includes(word)) return 150
	return containsInOrder(lower, word, 0) ? 0 : undefined
}

function containsInOrder(text: string, letters: string, from: number): boolean {
	let at = from
	for (let index = 0; index < letters.length; index++) {
		at = text.indexOf(letters[index] ?? '', at) + 1
		if (at === 0) return false
	}
	return true
}

function startsOfWords(path: string, from: number): string {
	let starts = ''
	for (let at = from; at < path.length; at++) if (isWordStart(path, at)) starts += path[at]
	return starts.toLowerCase()
}

function isWordStart(path: string, at: number): boolean {
	const before = path[at - 1]
	if (before === undefined || '/-_. '.includes(before)) return true
	const [own, other] = [path.charCodeAt(at), path.charCodeAt(at - 1)]
	return isUpper(own) && !isUpper(other)
}

const isUpper = (code: number) => code >= 65 && code <= 90

/** The best way to find the pattern in a path, with what to mark; undefined when it does not match. */
export function match({ words }: Pattern, candidate: Candidate): Match | undefined {
	const marked = new Set<number>()
	let score = -candidate.path.length / 8
	for (const word of words) {
		const found = placeIn(word, candidate, candidate.nameAt) ?? placeIn(word, candidate, Math.max(0, candidate.path.length - longestMatched))
		if (!found) return undefined
		score += found.score
		for (const at of found.places) marked.add(at)
	}
	return { score: Math.round(score), ranges: rangesOf([...marked].sort((a, b) => a - b)) }
}

/** The best placement of a word's letters from `from` on, by trying all of them letter by letter. */
function placeIn(word: string, candidate: Candidate, from: number): { score: number; places: number[] } | undefined {
	const { path, lower, nameAt } = candidate
	const wanted = fold(word)
	const size = lower.length - from
	let best = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
	const origins: Int32Array[] = []
	for (let letter = 0; letter < wanted.length; letter++) {
		const next = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
		const origin = new Int32Array(size).fill(-1)
		let [before, beforeAt] = [letter === 0 ? 0 : Number.NEGATIVE_INFINITY, -1]
		for (let at = 0; at < size; at++) {
			if (lower[from + at] === wanted[letter]) {
				const joined = letter > 0 && at > 0 ? (best[at - 1] ?? 0) + consecutive : Number.NEGATIVE_INFINITY
				const apart = before + (letter > 0 ? gap : 0)
				next[at] = Math.max(joined, apart) + worthOf(path, from + at) + (path[from + at] === word[letter] && word[letter] !== wanted[letter] ? sameCase : 0)
				origin[at] = joined >= apart ? at - 1 : beforeAt
			}
			if (letter > 0 && (best[at] ?? 0) > before) [before, beforeAt] = [best[at] ?? 0, at]
		}
		best = next
		origins.push(origin)
	}
	const score = Math.max(...best)
	if (score === Number.NEGATIVE_INFINITY || size === 0) return undefined
	const places: number[] = []
	for (let letter = wanted.length - 1, at = best.indexOf(score); letter >= 0; at = origins[letter]?.[at] ?? -1, letter--) places.unshift(from + at)
	const isWhole = lower.length - nameAt === wanted.length && places[0] === nameAt
	return { score: score + (from === nameAt ? inName : 0) + (isWhole ? wholeName : 0), places }
}

function worthOf(path: string, at: number): number {
	if (at === 0 || path[at - 1] === '/') return 1 + segmentStart
	return isWordStart(path, at) ? 1 + wordStart : 1
}

function rangesOf(places: readonly number[]): [number, number][] {
	const ranges: [number, number][] = []
	for (const at of places) {
		const last = ranges.at(-1)
		if (last && last[1] === at) last[1]++
		else ranges.push([at, at + 1])
	}
	return ranges
}
