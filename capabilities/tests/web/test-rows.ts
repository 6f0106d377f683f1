import type { ReportedTest } from '../contract.ts'

export type Shown = 'all' | 'failed'

/** A group of tests, or one of them, as a line of the tree. */
export type Row =
	| { kind: 'group'; key: string; title: string; level: number; isOpen: boolean; failed: number; total: number; ms: number }
	| { kind: 'test'; key: string; title: string; level: number; test: ReportedTest }

const separator = ' › '

interface Group {
	key: string
	title: string
	groups: Map<string, Group>
	tests: ReportedTest[]
}

const groupOf = (key: string, title: string): Group => ({ key, title, groups: new Map(), tests: [] })

/** The tests by file and suite, as lines; `toggled` groups are not as they would be: those with failures open, the others closed. */
export function rowsOf(tests: readonly ReportedTest[], { words, shown, toggled }: { words: string; shown: Shown; toggled: ReadonlySet<string> }): Row[] {
	const wanted = words.trim().toLowerCase()
	const found = tests.filter(({ id, status }) => (shown === 'all' || status === 'failed') && id.toLowerCase().includes(wanted))
	const top = groupOf('', '')
	for (const test of found) {
		let group = top
		for (const title of [...(hasFile(test) ? [test.file] : []), ...test.suites]) {
			const key = group.key === '' ? title : `${group.key}${separator}${title}`
			const inner = group.groups.get(title) ?? groupOf(key, title)
			group.groups.set(title, inner)
			group = inner
		}
		group.tests.push(test)
	}
	const isSmall = found.length <= mostOpen
	return linesOf(top, 1)

	function linesOf(group: Group, level: number): Row[] {
		const inner = [...group.groups.values()].flatMap((own): Row[] => {
			const all = allIn(own)
			const failed = all.filter(({ status }) => status === 'failed').length
			const isOpen = (failed > 0 || wanted !== '' || isSmall) !== toggled.has(own.key)
			const row: Row = { kind: 'group', key: `group ${own.key}`, title: own.title, level, isOpen, failed, total: all.length, ms: all.reduce((sum, { ms }) => sum + (ms ?? 0), 0) }
			return isOpen ? [row, ...linesOf(own, level + 1)] : [row]
		})
		return [...inner, ...group.tests.map((test): Row => ({ kind: 'test', key: `test ${test.id}`, title: test.name, level, test }))]
	}
}

/** Whether its tool says in which file it is; of others only failures have one, and they must not move by it. */
const hasFile = (test: ReportedTest): test is ReportedTest & { file: string } => test.file !== null && test.id.startsWith(`${test.file}${separator}`)

/** So many tests are read at a glance: nothing is folded. */
const mostOpen = 40

function allIn({ groups, tests }: Group): ReportedTest[] {
	return [...tests, ...[...groups.values()].flatMap(allIn)]
}

export const keyOfGroup = (row: Row) => row.key.slice('group '.length)
