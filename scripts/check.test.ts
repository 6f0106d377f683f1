import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from './house-rules.ts'

const home = fileURLToPath(new URL('../', import.meta.url))
let folder: string
beforeAll(() => {
	folder = mkdtempSync(path.join(os.tmpdir(), 'drydock-rules-'))
	cpSync(path.join(home, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
	symlinkSync(path.join(home, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(file: string, text: string) {
	mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
	writeFileSync(path.join(folder, file), text)
}

interface Diagnostic {
	message: string
	help?: string
	filename: string
}

/** One line for each finding: file, message and the help that names the alternative. */
function lint(): string[] {
	const { stdout } = spawnSync(path.join(home, 'node_modules/.bin/oxlint'), ['--format=json'], { cwd: folder, encoding: 'utf8' })
	return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics.map(({ filename, message, help }) => `${filename}: ${message} ${help ?? ''}`)
}

const use = (from: string) => `import { thing } from '${from}'\nexport const kept = thing\n`
const violations: [what: string, file: string, text: string, sentence: string][] = [
	['a contract imports the server', 'capabilities/a/contract.ts', use('@drydock/server-kit'), 'may import contracts only'],
	['packages/ui imports a kit', 'packages/ui/src/thing.ts', use('@drydock/web-kit'), 'knows React only'],
	['the web kit imports Node', 'packages/web-kit/src/thing.ts', use('node:path'), 'call the server through its contract'],
	['a kit imports a capability', 'packages/server-kit/src/thing.ts', use('../../../capabilities/a/contract.ts'), 'Kits know no capability'],
	['the server kit draws', 'packages/server-kit/src/draw.ts', use('react'), 'The server draws nothing'],
	['a web half imports the server half', 'capabilities/a/web/one.ts', use('../server/thing.ts'), 'through its contract (useCall'],
	['a web half imports another capability', 'capabilities/a/web/two.ts', use('../../b/web/thing.ts'), 'Capabilities meet through contracts'],
	['a web half imports the dock', 'capabilities/a/web/three.ts', use('flexlayout-react'), 'Only web-kit/dock knows FlexLayout'],
	['a server half imports another capability', 'capabilities/a/server/one.ts', use('../../b/server/thing.ts'), 'use kernel.call'],
	['a server half starts a process', 'capabilities/a/server/two.ts', use('node:child_process'), 'kernel.processes'],
	['a server half touches files', 'capabilities/a/server/three.ts', use('node:fs/promises'), 'kernel.workspace'],
	['a server half talks to a model', 'capabilities/a/server/four.ts', use('ai'), 'kernel.models'],
	['a pane uses the global document', 'capabilities/a/web/four.ts', 'export const body = document.body\n', 'popout window'],
	['a pane uses localStorage', 'capabilities/a/web/five.ts', 'export const value = localStorage.length\n', 'Declare a preference'],
	['a pane fetches', 'capabilities/a/web/six.ts', "export const reply = fetch('/x')\n", 'useCall or useSend'],
	['an any', 'packages/web-kit/src/loose.ts', 'export const loose = (value: any) => value\n', 'any'],
	['a default export', 'packages/web-kit/src/fallback.ts', 'export default 1\n', 'named exports'],
]

test('every import rule and ban is caught with a sentence that names the alternative', () => {
	for (const [, file, text] of violations) put(file, text)
	put('packages/web-kit/src/ring-a.ts', "import { b } from './ring-b.ts'\nexport const a = () => b\n")
	put('packages/web-kit/src/ring-b.ts', "import { a } from './ring-a.ts'\nexport const b = () => a\n")
	const output = lint()
	for (const [what, file, , sentence] of violations) expect(output.find((line) => line.includes(file) && line.includes(sentence)), `${what}\n${output.join('\n')}`).toBeDefined()
	expect(output.join('\n')).toMatch(/ring-[ab]\.ts.*cycle/i)
})

test.each([
	['export * from', 'packages/ui/src/a.ts', "export * from './b.ts'\n", 'name what is exported'],
	['a suppression without a reason', 'packages/ui/src/c.ts', '// oxlint-disable-next-line no-var\n', 'says why'],
	['a mark instead of an issue', 'packages/ui/src/d.ts', `// ${'TO' + 'DO'} later\n`, 'open an issue'],
	['a skipped test', 'packages/ui/src/e.test.ts', "test.skip('x', () => {})\n", 'no test is skipped'],
	['a colour outside the tokens', 'packages/ui/src/f.css', '.a { color: #ff0000; }\n', 'colours come from tokens'],
	['a file with a wrong name', 'packages/ui/src/some_thing.ts', 'export const x = 1\n', 'kebab-case'],
])('a broken habit is found: %s', async (_, file, text, rule) => {
	put(file, text)
	expect((await findings(folder, [file])).map((finding) => finding.rule).join()).toContain(rule)
})
