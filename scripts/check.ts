// npm run check: every static gauge, in parallel. A gauge is a command; all of them print, the first failure decides the exit code.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('../', import.meta.url))
const gauges: Record<string, string[]> = {
	'types: contract': ['tsc', '-p', 'tsconfig.contract.json'],
	'types: server': ['tsc', '-p', 'tsconfig.server.json'],
	'types: web': ['tsc', '-p', 'tsconfig.web.json'],
	'types: tests': ['tsc', '-p', 'tsconfig.test.json'],
	'lint and import rules': ['oxlint', '--format=stylish'],
	'house rules': ['node', 'scripts/house-rules.ts'],
	'lock file': ['node', 'scripts/lock-check.ts'],
	'specification data': ['node', 'scripts/spec-coverage.ts', '--check'],
}

const started = performance.now()
const results = await Promise.all(Object.entries(gauges).map(([name, command]) => run(name, command)))
const failed = results.filter(({ code }) => code !== 0)
for (const { name, code, output, seconds } of results) console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)${output && code !== 0 ? `\n${output}` : ''}`)
console.log(`${results.length - failed.length} passed, ${failed.length} failed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
process.exitCode = failed.length === 0 ? 0 : 1

function run(name: string, [command = '', ...args]: string[]): Promise<{ name: string; code: number; output: string; seconds: number }> {
	const since = performance.now()
	return new Promise((resolve) => {
		let output = ''
		const child = spawn(command, args, { cwd: home, env: { ...process.env, PATH: `${home}node_modules/.bin:${process.env['PATH']}` } })
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
		child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
		child.on('error', (error) => resolve({ name, code: 1, output: error.message, seconds: 0 }))
		child.on('close', (code) => resolve({ name, code: code ?? 1, output: output.trim(), seconds: (performance.now() - since) / 1000 }))
	})
}
