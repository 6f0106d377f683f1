// npm test: types, lint, unit and API tests, then the browser. What it needs beyond npm is installed from the distribution when missing.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('../', import.meta.url))
const needed = [
	{ command: 'chromium', or: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'], package: 'chromium', why: 'the browser tests' },
	{ command: 'bwrap', or: ['/usr/bin/bwrap'], package: 'bubblewrap', why: 'the sandbox' },
	{ command: 'git', or: ['/usr/bin/git'], package: 'git', why: 'projects under version control' },
]
const steps: [name: string, command: string, args: string[]][] = [
	['check', 'node', ['scripts/check.ts']],
	['unit and API tests', 'vitest', ['--run']],
	['build', 'node', ['scripts/build.ts']],
	['size', 'node', ['scripts/size.ts']],
	['chaos, a sample', 'node', ['scripts/chaos.ts', '--sample']],
	['browser tests', 'playwright', ['test', '--config', 'e2e/playwright.config.ts']],
]

installMissing()
const only = process.argv[2]
for (const [name, command, args] of steps.filter(([step]) => !only || step.startsWith(only))) {
	console.log(`\n== ${name}`)
	const code = await run(command, args)
	if (code !== 0) {
		console.error(`\n${name} failed`)
		process.exit(code)
	}
}

function installMissing() {
	const missing = needed.filter((tool) => !tool.or.some((file) => existsSync(file)))
	if (missing.length === 0) return
	const names = missing.map((tool) => tool.package)
	const apt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
	const done = apt && spawnSync('sh', ['-c', `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${names.join(' ')}`], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
	if (done) return
	for (const tool of missing) console.error(`drydock: ${tool.command} is missing: ${tool.why} need it. Install your distribution's package ${tool.package} and run npm test again.`)
	process.exit(1)
}

function run(command: string, args: string[]): Promise<number> {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: home, stdio: 'inherit', env: { ...process.env, PATH: `${home}node_modules/.bin:${process.env['PATH']}` } })
		child.on('error', () => resolve(1)).on('exit', (code) => resolve(code ?? 1))
	})
}
