import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import cases from './cases/git-config.json' with { type: 'json' }
import { gitSurroundings } from './git-environment.ts'
import { createProcesses } from './index.ts'
import { judgeLine } from './policy.ts'

// What the list names by its effect rather than by a key of its own.
const more = { 'diff.external': 'EVIL', 'diff.evil.textconv': 'EVIL', 'core.fsmonitor': 'EVIL', 'filter.evil.clean': 'EVIL', 'gpg.program': 'EVIL', 'log.showSignature': 'true', 'format.pretty': '%G?', 'diff.submodule': 'log', 'pager.log': 'EVIL' }
const settings = [...cases.flatMap(({ key, value }) => key.split(' / ').map((one) => [one, value] as const)), ...Object.entries(more)]
const commands = ['git status', 'git diff', 'git diff HEAD --stat', 'git log -n 2 -p', 'git show HEAD', 'git show HEAD -- notes.dat', 'git branch -a', 'git ls-files -m']
const identity = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' }
let folder: string
let root: string
const at = (name: string) => path.join(folder, name)
const git = (...words: string[]) => {
	const { status, stderr } = spawnSync('git', words, { cwd: root, env: identity, encoding: 'utf8' })
	if (status !== 0) throw new Error(stderr)
}

beforeAll(() => {
	folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-git-')))
	root = at('root')
	mkdirSync(root)
	mkdirSync(at('hooks'))
	const evil = `#!/bin/sh\necho "$0 $*" >> ${at('mark')}\ncat\n`
	for (const name of ['evil.sh', 'hooks/post-index-change', 'hooks/fsmonitor-watchman']) {
		writeFileSync(at(name), evil)
		chmodSync(at(name), 0o755)
	}
	writeFileSync(at('included'), `[core]\n\tfsmonitor = ${at('evil.sh')}\n[filter "included"]\n\tclean = ${at('evil.sh')}\n`)
	writeFileSync(at('attributes'), '* filter=included diff=evil\n')
	writeFileSync(path.join(root, '.gitattributes'), '*.dat filter=evil diff=evil merge=evil\n')
	for (const name of ['a.txt', 'notes.dat']) writeFileSync(path.join(root, name), 'one\n')
	git('init', '-q', '-b', 'main')
	git('add', '.')
	git('commit', '-q', '-m', 'first')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Git as it is on this machine, without the sandbox: what a configuration runs leaves its mark. */
function plain(argv: readonly string[], env: Record<string, string>) {
	const [program = '', ...words] = argv
	const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...env }, encoding: 'utf8' })
	return { code: status ?? 1, stdout, stderr, truncated: false }
}

test('nothing that a hostile repository names is started by a git command that runs unasked', { timeout: 120_000 }, async () => {
	const words: Record<string, string> = { EVIL: at('evil.sh'), '/mnt/evil.sh': at('evil.sh'), '/mnt/hooks': at('hooks'), '/mnt/evil.cfg': at('included'), '/mnt/attrs': at('attributes') }
	const fill = (text: string) => text.replace(/EVIL|\/mnt\/[\w.]+/, (word) => words[word] ?? '')
	const argvs: string[][] = []
	for (const line of commands) {
		const { command, reason } = await judgeLine(line, { cwd: root, root })
		expect(command, `${line}: ${reason}`).toBeDefined()
		argvs.push(command?.argv ?? [])
	}
	for (const [key, value] of settings) {
		git('config', '--local', '--add', fill(key), fill(value))
		for (const name of ['a.txt', 'notes.dat']) writeFileSync(path.join(root, name), 'two\n')
		const surroundings = await gitSurroundings(async (line, env) => plain(['bash', '--norc', '-c', line], env))
		if ('problem' in surroundings) throw new Error(`${key}: ${surroundings.problem}`)
		for (const argv of argvs) {
			const { code, stderr } = plain(argv, surroundings.env)
			expect(existsSync(at('mark')), `${key} by ${argv.join(' ')}`).toBe(false)
			expect(code, `${key}: ${argv.join(' ')}: ${stderr}`).toBe(0)
		}
	}
	// That the configuration is really hostile: plain git runs it.
	spawnSync('git', ['status'], { cwd: root, env: identity })
	expect(existsSync(at('mark'))).toBe(true)
})

test('in the sandbox git reads the repository and cannot write it', async () => {
	const processes = createProcesses({ locate: (cwd) => ({ root, absolute: path.resolve(root, cwd) }), hidden: [] })
	const { command } = await processes.judge('git diff --stat && git log --oneline', { cwd: '.' })
	expect(await processes.run({ command, cwd: '.' })).toMatchObject({ code: 0, stdout: expect.stringMatching(/notes\.dat[^]*first/) })
})

test('where there is no repository git says so', async () => {
	const processes = createProcesses({ locate: () => ({ root: at('hooks'), absolute: at('hooks') }), hidden: [] })
	const { command } = await processes.judge('git status', { cwd: '.' })
	expect(await processes.run({ command, cwd: '.' })).toMatchObject({ code: 128, stderr: expect.stringContaining('not a git repository') })
})
