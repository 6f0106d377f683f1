import type { TestResult } from '../../contract.ts'
import { resultOf, type Found } from './result.ts'

interface Element {
	name: string
	attributes: Readonly<Record<string, string>>
	/** What it and those in it say. */
	text: string
}

interface Visit {
	open(element: Element): void
	close(element: Element): void
}

const attribute = /\s*([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const skipped = [
	['<!--', '-->'],
	['<?', '?>'],
	['<!', '>'],
] as const

/**
 * Walks over a report's elements in one pass, whatever it holds: the project wrote it. Entities of its own are not known, so it
 * cannot grow while it is read; what is cut off ends the walk.
 */
function walk(xml: string, { open, close }: Visit): void {
	const inside: Element[] = []
	const say = (text: string) => {
		const top = inside.at(-1)
		if (top) top.text += text
	}
	let at = 0
	while (at < xml.length) {
		const next = xml.indexOf('<', at)
		say(decode(xml.slice(at, next < 0 ? undefined : next)))
		if (next < 0) return
		if (xml.startsWith('<![CDATA[', next)) {
			const end = xml.indexOf(']]>', next)
			say(xml.slice(next + 9, end < 0 ? undefined : end))
			if (end < 0) return
			at = end + 3
			continue
		}
		const other = skipped.find(([start]) => xml.startsWith(start, next))
		const end = other ? xml.indexOf(other[1], next) : endOfTag(xml, next)
		if (end < 0) return
		at = end + (other?.[1].length ?? 1)
		if (!other) tag(xml.slice(next + 1, end))
	}

	function tag(text: string): void {
		const [name = ''] = /^\/?[\w:.-]+/.exec(text) ?? []
		const top = inside.at(-1)
		if (name.startsWith('/')) {
			if (top?.name !== name.slice(1)) return
			inside.pop()
			return close(top)
		}
		if (name === '') return
		const element: Element = { name, attributes: attributesIn(text, name.length), text: '' }
		open(element)
		if (text.endsWith('/')) close(element)
		else inside.push(element)
	}
}

/** The `>` that ends a tag: those in quotation marks do not. */
function endOfTag(xml: string, from: number): number {
	let quote = ''
	for (let at = from + 1; at < xml.length; at++) {
		const letter = xml[at] ?? ''
		if (quote !== '') quote = letter === quote ? '' : quote
		else if (letter === '"' || letter === "'") quote = letter
		else if (letter === '>') return at
	}
	return -1
}

function attributesIn(text: string, from: number): Record<string, string> {
	const found: Record<string, string> = {}
	attribute.lastIndex = from
	for (let match = attribute.exec(text); match; match = attribute.exec(text)) found[match[1] ?? ''] = decode(match[2] ?? match[3] ?? '')
	return found
}

function decode(text: string): string {
	return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
		const code = decimal === undefined ? (hex === undefined ? undefined : Number.parseInt(hex, 16)) : Number(decimal)
		if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
		return entities[name ?? ''] ?? whole
	})
}

/** Results in JUnit's XML: one suite in another, or a class's name with dots as pytest writes it. */
export function readJunit(xml: string, cwd: string, flavour: 'pytest' | 'node'): TestResult[] {
	const results: TestResult[] = []
	const suites: string[] = []
	let current: Found | undefined
	walk(xml, {
		open({ name, attributes }) {
			if (name === 'testsuite') suites.push(attributes['name'] ?? '')
			if (name !== 'testcase') return
			const place = flavour === 'pytest' ? pytestPlace(attributes) : { file: attributes['file'], suites: [...suites] }
			current = { ...place, name: attributes['name'] ?? '', status: 'passed', ms: Number(attributes['time']) * 1000 }
		},
		close({ name, attributes, text }) {
			if (name === 'testsuite') suites.pop()
			if (!current) return
			if (name === 'failure' || name === 'error') Object.assign(current, { status: 'failed', message: withHead(attributes['message'], text) })
			if (name === 'skipped' && current.status === 'passed') Object.assign(current, { status: 'skipped', message: attributes['message'] === 'true' ? undefined : attributes['message'] })
			if (name !== 'testcase') return
			results.push(resultOf(current, cwd))
			current = undefined
		},
	})
	return results
}

/** pytest says file and line only as `xunit1`; its lines count from 0. What of the class's name is not the file's are classes. */
function pytestPlace({ file, line, classname = '' }: Readonly<Record<string, string>>): Pick<Found, 'file' | 'line' | 'suites'> {
	const module = (file ?? '').replace(/\.py$/, '').replaceAll('/', '.')
	const rest = classname.startsWith(module) ? classname.slice(module.length) : `.${classname}`
	return { file, line: line === undefined ? undefined : Number(line) + 1, suites: rest.split('.').filter((part) => part !== '') }
}

function withHead(head: string | undefined, text: string): string {
	return head !== undefined && !text.includes(head.split('\n', 1)[0] ?? '') ? `${head}\n\n${text.trim()}` : text.trim()
}
