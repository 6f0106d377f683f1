import type { TestResult } from '../../contract.ts'
import { resultOf } from './result.ts'

interface GoEvent {
	Action?: string
	Package?: string
	Test?: string
	Output?: string
	Elapsed?: number
}

function eventOf(line: string): GoEvent | undefined {
	if (!line.startsWith('{')) return undefined
	try {
		const event: unknown = JSON.parse(line)
		return typeof event === 'object' && event !== null ? event : undefined
	} catch {
		// Compilers write between the events.
		return undefined
	}
}

/** What a person would have seen without `-json`. */
export function goText(line: string): string {
	const event = eventOf(line)
	if (!event) return `${line}\n`
	return typeof event.Output === 'string' ? event.Output : ''
}

const statuses: Readonly<Record<string, TestResult['status']>> = { pass: 'passed', fail: 'failed', skip: 'skipped' }

/** `go test -json`: one event a line. A package that failed without a failed test (it did not build) counts as one. */
export function readGoJson(text: string, cwd: string): TestResult[] {
	const output = new Map<string, string>()
	const results: TestResult[] = []
	const failing = new Set<string>()
	for (const line of text.split('\n')) {
		const event = eventOf(line)
		if (!event?.Package) continue
		const key = JSON.stringify([event.Package, event.Test])
		if (event.Action === 'output') output.set(key, (output.get(key) ?? '') + (event.Output ?? ''))
		const status = statuses[event.Action ?? '']
		if (status === undefined) continue
		if (event.Test === undefined && (status !== 'failed' || failing.has(event.Package))) continue
		const [name = '(could not be run)', ...above] = (event.Test ?? '').split('/').toReversed().filter((part) => part !== '')
		if (event.Test !== undefined && status === 'failed') failing.add(event.Package)
		// Its paths are from the package's folder.
		results.push(resultOf({ hasPlaces: false, suites: [event.Package, ...above.toReversed()], name, status, ms: event.Elapsed === undefined ? undefined : event.Elapsed * 1000, message: status === 'failed' ? output.get(key) : undefined }, cwd))
		output.delete(key)
	}
	// A test that holds others fails with them: only those without are tests.
	const holders = new Set(results.flatMap(({ suites }) => suites.map((_, depth) => suites.slice(0, depth + 1).join('/'))))
	return results.filter(({ suites, name }) => !holders.has([...suites, name].join('/')))
}
