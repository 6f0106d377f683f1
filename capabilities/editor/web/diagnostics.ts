import { preference, readPreference, writePreference, type CommandArguments } from '@drydock/web-kit'

/** As the language server protocol counts them, worst first. */
export const severities = ['error', 'warning', 'info', 'hint'] as const
export type Severity = (typeof severities)[number]

export interface Problem {
	severity: Severity
	message: string
	source: string
	code: string
	/** Both from 1, as people count. */
	line: number
	column: number
}

/** Problems by the address of their file (spec/1 §3, "Diagnostics per file uri"). */
export type Diagnostics = Readonly<Record<string, readonly Problem[]>>

/** More than anyone reads; what is worst is kept. */
const mostOfFile = 100
const mostFiles = 200
const longestMessage = 2000

/** The last ones are there again after a reload, until a language server says otherwise. */
export const lastDiagnostics = preference<Diagnostics>('last_diagnostics', 'Last diagnostics', {}, (stored) => {
	if (!isRecord(stored)) return {}
	const files = Object.entries(stored).flatMap(([uri, problems]) => {
		const known = problemsOf(problems)
		return known.length > 0 ? [[uri, known] as const] : []
	})
	return Object.fromEntries(files.slice(-mostFiles))
})

/** What `vt:lsp:diagnostics` carries: all problems of one file; an empty list says that it has none. */
export function receiveDiagnostics({ uri, diagnostics }: CommandArguments): void {
	if (typeof uri !== 'string' || uri === '' || uri.length > 4096) return console.debug('Diagnostics without the address of their file are ignored')
	writePreference(lastDiagnostics, { ...readPreference(lastDiagnostics), [uri]: problemsOf(diagnostics) })
}

/** The path that an address names, as it is shown and opened. */
export function pathOf(uri: string): string {
	if (!uri.startsWith('file://')) return uri
	try {
		return decodeURIComponent(new URL(uri).pathname)
	} catch {
		return uri
	}
}

function problemsOf(list: unknown): Problem[] {
	if (!Array.isArray(list)) return []
	return list
		.filter(isRecord)
		.map(problemOf)
		.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
		.slice(0, mostOfFile)
		.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** From the protocol's shape, where places count from 0, or from our own. */
function problemOf(given: Record<string, unknown>): Problem {
	const start = isRecord(given['range']) && isRecord(given['range']['start']) ? given['range']['start'] : undefined
	return {
		severity: severityOf(given['severity']),
		message: textOf(given['message']).slice(0, longestMessage),
		source: textOf(given['source']).slice(0, 100),
		code: textOf(given['code']).slice(0, 100),
		line: start ? placeOf(start['line'], 0) + 1 : placeOf(given['line'], 1),
		column: start ? placeOf(start['character'], 0) + 1 : placeOf(given['column'], 1),
	}
}

function severityOf(value: unknown): Severity {
	if (typeof value === 'number') return severities[value - 1] ?? 'error'
	return severities.find((severity) => severity === value) ?? 'error'
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const placeOf = (value: unknown, least: number) => (typeof value === 'number' && Number.isInteger(value) && value >= least ? value : least)

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
