// The habits of CONTRIBUTING.md that no linter knows. With --gauge: the longest files and functions, for a look.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFiles } from './lib/source-files.ts'

export interface Finding {
	file: string
	line: number
	rule: string
}

interface Rule {
	applies(file: string): boolean
	pattern: RegExp
	rule: string
}

const isTest = (file: string) => /\.test(-d)?\.tsx?$|testing|^e2e\/|^bench\//.test(file)
const rules: Rule[] = [
	{ applies: () => true, pattern: /^export \* from/, rule: 'name what is exported: no "export *"' },
	{ applies: () => true, pattern: /(oxlint-disable(-next-line|-line)?|@ts-expect-error)(?!.*( -- |\S+ \S+ \S+))/, rule: 'a suppression says why on the same line ("-- reason")' },
	{ applies: () => true, pattern: /@ts-ignore|@ts-nocheck/, rule: 'use @ts-expect-error with a reason' },
	{ applies: (file) => !isTest(file), pattern: /\b(TODO|FIXME|XXX|HACK)\b/, rule: 'open an issue instead of leaving a mark' },
	{ applies: (file) => /\.test\.tsx?$/.test(file), pattern: /\.(only|skip|todo)\(/, rule: 'no test is skipped or alone' },
	{ applies: (file) => file.endsWith('.css') && !file.includes('/themes/') && !file.endsWith('tokens.css'), pattern: /#[0-9a-f]{3,8}\b(?!.*\{)|\brgba?\(|\bhsla?\(|\boklch\(/i, rule: 'colours come from tokens: var(--…)' },
	{ applies: (file) => /^packages\/(web-kit|ui)\/|\/web\//.test(file) && !isTest(file), pattern: /\bdangerouslySetInnerHTML\b|\.innerHTML\s*=/, rule: 'text from elsewhere is rendered as text or through ui/Markdown' },
]

export async function findings(home: string, files: readonly string[]): Promise<Finding[]> {
	const found: Finding[] = []
	for (const file of files) {
		const text = await readFile(path.join(home, file), 'utf8')
		const active = rules.filter(({ applies }) => applies(file))
		for (const [index, line] of text.split('\n').entries()) for (const { pattern, rule } of active) if (pattern.test(line)) found.push({ file, line: index + 1, rule })
		if (!isFileName(file)) found.push({ file, line: 1, rule: 'files are kebab-case.ts, components PascalCase.tsx, named after what they export' })
	}
	return found
}

function isFileName(file: string): boolean {
	const name = path.basename(file)
	return /^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|css)$/.test(name) || /^[A-Z][A-Za-z0-9]*(\.test)?\.(tsx|css)$/.test(name)
}

if (import.meta.main) {
	const home = fileURLToPath(new URL('../', import.meta.url))
	const files = await sourceFiles(home)
	if (process.argv.includes('--gauge')) await gauge(home, files)
	const found = await findings(home, files.filter((file) => file !== 'scripts/house-rules.ts' && !file.startsWith('scripts/check.test')))
	for (const { file, line, rule } of found) console.log(`${file}:${line}  ${rule}`)
	process.exitCode = found.length === 0 ? 0 : 1
}

async function gauge(home: string, files: readonly string[]) {
	const lengths = await Promise.all(files.map(async (file) => ({ file, lines: (await readFile(path.join(home, file), 'utf8')).split('\n').length })))
	console.log('Longest files:')
	for (const { file, lines } of lengths.sort((a, b) => b.lines - a.lines).slice(0, 15)) console.log(`${String(lines).padStart(6)}  ${file}`)
}
