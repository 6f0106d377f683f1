import type { TestResult } from '../../contract.ts'
import { resultOf } from './result.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** jest's JSON, which vitest writes as well. A file that could not be loaded counts as a failed test of its name. */
export function readJestJson(json: string, cwd: string): TestResult[] {
	const report: unknown = JSON.parse(json)
	return fieldsIn(isFields(report) ? report['testResults'] : undefined).flatMap((file) => {
		const name = textOf(file['name'])
		const tests = fieldsIn(file['assertionResults'])
		if (tests.length === 0 && file['status'] === 'failed') return [resultOf({ file: name, name: '(could not be loaded)', status: 'failed', message: textOf(file['message']) }, cwd)]
		return tests.map((test) => {
			const location = isFields(test['location']) ? test['location']['line'] : undefined
			return resultOf(
				{
					file: name,
					line: typeof location === 'number' ? location : undefined,
					suites: textsIn(test['ancestorTitles']),
					name: textOf(test['title']),
					status: test['status'] === 'passed' || test['status'] === 'failed' ? test['status'] : 'skipped',
					ms: typeof test['duration'] === 'number' ? test['duration'] : undefined,
					message: textsIn(test['failureMessages']).join('\n\n') || undefined,
				},
				cwd,
			)
		})
	})
}
