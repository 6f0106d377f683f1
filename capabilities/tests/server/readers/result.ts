import path from 'node:path'
import type { TestResult } from '../../contract.ts'

/** Of one failure: the beginning says what was expected, the end where. */
const longestMessage = 8000
const longestName = 1000

export interface Found {
	/** As the tool wrote it. */
	file?: string
	line?: number
	suites?: readonly string[]
	name: string
	status: TestResult['status']
	ms?: number
	message?: string
	/** Whether paths in the message are from the folder of the run. */
	hasPlaces?: boolean
}

/** A result of a tool in our words. Whatever it says comes from the project and is bounded. */
export function resultOf({ file, line, suites = [], name, status, ms, message, hasPlaces = true }: Found, cwd: string): TestResult {
	const short = message === undefined ? undefined : cut(message.trim())
	const named = file === undefined ? undefined : relative(file, cwd)
	const place = status === 'failed' && hasPlaces && short !== undefined ? placeIn(short, cwd) : undefined
	const own = named ?? place?.file
	// What a failure says is no part of it: a test keeps its id when it passes again.
	const names = [...(named === undefined ? [] : [named]), ...suites, name].map((part) => part.slice(0, longestName))
	return {
		id: names.join(' › '),
		file: own ?? null,
		line: line ?? (place && place.file === own ? place.line : null) ?? null,
		suites: suites.map((suite) => suite.slice(0, longestName)),
		name: name.slice(0, longestName),
		status,
		ms: ms === undefined || !Number.isFinite(ms) ? null : Math.max(0, ms),
		message: short ?? null,
	}
}

function cut(text: string): string {
	if (text.length <= longestMessage) return text
	return `${text.slice(0, longestMessage / 2)}\n…\n${text.slice(-longestMessage / 2)}`
}

function relative(file: string, cwd: string): string {
	const plain = file.replace(/^file:\/\//, '')
	return path.isAbsolute(plain) ? path.relative(cwd, plain) : path.normalize(plain)
}

/** A failure that names more places before one of the project is no help. */
const mostPlaces = 60
const longestPath = 300
const inPath = /[\w@+./-]/

/** The first place in the project that a failure names. From each line number it looks back, so that its time stays bounded: the message is the project's. */
function placeIn(message: string, cwd: string): { file: string; line: number } | undefined {
	let seen = 0
	for (const { 1: line, index } of message.matchAll(/:(\d{1,7})/g)) {
		if (++seen > mostPlaces) return undefined
		let from = index
		while (from > 0 && index - from < longestPath && inPath.test(message[from - 1] ?? '')) from--
		const file = message.slice(from, index)
		if (!/\.[A-Za-z]\w{0,9}$/.test(file)) continue
		const own = relative(file.replace(/^\/\/(?=\/)/, ''), cwd)
		if (!own.startsWith('..') && !own.includes('node_modules/')) return { file: own, line: Number(line) }
	}
	return undefined
}
