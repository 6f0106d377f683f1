import type { TestResult } from '../../contract.ts'
import { resultOf } from './result.ts'

const longestLine = 2000
const outcome = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?$/
const section = /^---- (.+?) stdout ----$/
const documentation = /^(\S+\.\w+) - (.*\(line (\d+)\))$/
const statuses: Readonly<Record<string, TestResult['status']>> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' }

/** The lines that `cargo test` prints: its JSON is for nightly compilers only. It tells no times. */
export function readCargoText(text: string, cwd: string): TestResult[] {
	// A test's name is short; what it printed is not read.
	const lines = text.split('\n').filter((line) => line.length <= longestLine)
	const messages = failuresIn(lines)
	return lines.flatMap((line) => {
		const [, name = '', word = ''] = outcome.exec(line) ?? []
		const status = statuses[word]
		if (!status) return []
		const [, file, title = '', at] = documentation.exec(name) ?? []
		if (file !== undefined) return [resultOf({ file, line: Number(at), suites: ['documentation'], name: title, status, message: messages.get(name) }, cwd)]
		const parts = name.split('::')
		return [resultOf({ suites: parts.slice(0, -1), name: parts.at(-1) ?? name, status, message: messages.get(name) }, cwd)]
	})
}

function failuresIn(lines: readonly string[]): Map<string, string> {
	const found = new Map<string, string>()
	let name: string | undefined
	for (const line of lines) {
		const [, started] = section.exec(line) ?? []
		if (started !== undefined) name = started
		else if (line === 'failures:' || line.startsWith('test result:')) name = undefined
		else if (name !== undefined) found.set(name, `${found.get(name) ?? ''}${line}\n`)
	}
	return found
}
