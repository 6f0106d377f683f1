import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { expect, test } from 'vitest'
import cases from './cases/git-config.json' with { type: 'json' }
import { readPorcelain, statusBy, type RunGit } from './git-status.ts'
import half from './index.ts'

const identity = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' }
const git = (cwd: string, ...words: string[]) => execFileSync('git', ['-c', 'init.defaultBranch=main', ...words], { cwd, env: identity, stdio: 'pipe' }).toString()

async function withRepository(files: Record<string, string>, work: (app: TestApp) => Promise<void>) {
	const app = await testApp(half, { files })
	try {
		git(app.root, 'init', '-q')
		git(app.root, 'add', '-A')
		git(app.root, 'commit', '-qm', 'first')
		await work(app)
	} finally {
		await app.close()
	}
}

const ask = async (app: TestApp, cwd = app.root): Promise<Record<string, unknown>> => (await app.fetch(`/fs/git?cwd=${encodeURIComponent(cwd)}`)).json()

test('every kind of change is told, from the folder that was asked for', () =>
	withRepository({ 'src/a.ts': 'a\n'.repeat(20), 'src/b.ts': 'b', 'c.txt': 'c', 'd.txt': 'd', '.gitignore': 'dist/\n*.log\n' }, async (app) => {
		const at = (name: string) => path.join(app.root, name)
		await writeFile(at('c.txt'), 'changed')
		await rm(at('d.txt'))
		await rename(at('src/a.ts'), at('src/moved name.ts'))
		await writeFile(at('added.txt'), '')
		git(app.root, 'add', 'added.txt', 'src')
		await mkdir(at('fresh/deep'), { recursive: true })
		await writeFile(at('fresh/deep/x.txt'), '')
		await writeFile(at('src/new\nline.ts'), '')
		await mkdir(at('dist'))
		await writeFile(at('dist/x.js'), '')
		await writeFile(at('src/debug.log'), '')
		expect(await ask(app)).toMatchObject({
			is_repository: true,
			branch: 'main',
			changed: expect.arrayContaining([
				{ path: 'c.txt', state: 'modified' }, { path: 'd.txt', state: 'deleted' }, { path: 'src/moved name.ts', state: 'renamed' },
				{ path: 'added.txt', state: 'added' }, { path: 'fresh/', state: 'untracked' }, { path: 'src/new\nline.ts', state: 'untracked' },
			]),
			ignored: ['dist/', 'src/debug.log'],
		})
		expect(await ask(app, at('src'))).toMatchObject({ changed: [{ path: 'moved name.ts', state: 'renamed' }, { path: 'new\nline.ts', state: 'untracked' }], ignored: ['debug.log'] })
	}))

test('conflicts, and a branch that went on', () =>
	withRepository({ 'a.txt': 'a' }, async (app) => {
		git(app.root, 'checkout', '-qb', 'other')
		await writeFile(path.join(app.root, 'a.txt'), 'other')
		git(app.root, 'commit', '-qam', 'other')
		git(app.root, 'checkout', '-q', 'main')
		await writeFile(path.join(app.root, 'a.txt'), 'main')
		git(app.root, 'commit', '-qam', 'main')
		expect(() => git(app.root, 'merge', 'other')).toThrow()
		expect((await ask(app))['changed']).toEqual([{ path: 'a.txt', state: 'conflict' }])
		git(app.root, 'reset', '-q', '--hard')
		git(app.root, 'branch', '--set-upstream-to=other', 'main')
		expect(await ask(app)).toMatchObject({ ahead: 1, behind: 1, changed: [] })
	}))

test('a folder without a repository says so and fails nothing', async () => {
	const app = await testApp(half, { files: { 'a.txt': '' } })
	expect(await ask(app)).toMatchObject({ ok: true, is_repository: false, reason: expect.stringContaining('not a git repository'), changed: [] })
	expect((await app.fetch('/fs/git?cwd=/etc')).status).toBe(403)
	await app.close()
})

/** Git as it is on this machine, without the sandbox: what a configuration runs leaves its mark. */
function plainGit(cwd: string): RunGit {
	return async (command, env) => {
		const [program = '', ...words] = 'line' in command ? ['bash', '--norc', '-c', command.line] : command.argv
		const { status, stdout, stderr } = spawnSync(program, words, { cwd, env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...env }, encoding: 'utf8' })
		return { code: status ?? 1, stdout, stderr, truncated: false, timedOut: false }
	}
}

test('nothing that a hostile repository asks for is run, key by key and all at once', { timeout: 60_000 }, () =>
	withRepository({ 'a.txt': 'a', 'b.dat': 'b', '.gitattributes': '*.txt filter=evil diff=evil\n*.dat filter=a=b\n*.one filter=dotted.name\n*.two filter="with space"\n' }, async (app) => {
		const mark = path.join(app.folder, 'mark')
		const evil = path.join(app.folder, 'evil.sh')
		const words: Record<string, string> = { EVIL: evil, HOOKS: path.join(app.folder, 'hooks'), INCLUDED: path.join(app.folder, 'included'), ATTRIBUTES: path.join(app.folder, 'attributes') }
		await writeFile(evil, `#!/bin/sh\necho "$0 $*" >> ${mark}\ncat\n`)
		await chmod(evil, 0o755)
		await mkdir(words['HOOKS'] ?? '')
		for (const hook of ['post-index-change', 'pre-commit', 'fsmonitor-watchman']) await writeFile(path.join(words['HOOKS'] ?? '', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
		await writeFile(words['INCLUDED'] ?? '', `[filter "included"]\n\tclean = ${evil}\n[core]\n\tfsmonitor = ${evil}\n`)
		await writeFile(words['ATTRIBUTES'] ?? '', '* filter=included\n')
		// The same size and another time: git has to look into them, through the filters.
		const touch = async () => {
			for (const [name, text] of [['a.txt', 'A'], ['b.dat', 'B']] as const) await writeFile(path.join(app.root, name), text)
		}
		const fill = (text: string) => text.replace(/EVIL|HOOKS|INCLUDED|ATTRIBUTES/, (word) => words[word] ?? '')
		for (const { key, value } of cases) {
			git(app.root, 'config', '--local', '--add', fill(key), fill(value))
			await touch()
			const answer = await statusBy(plainGit(app.root))
			expect(await readdir(app.folder), key).not.toContain('mark')
			expect(answer.changed.map((one) => one.path), `${key}: ${answer.reason}`).toEqual(expect.arrayContaining(['a.txt', 'b.dat']))
		}
		expect(await ask(app)).toMatchObject({ is_repository: true, changed: expect.arrayContaining([{ path: 'a.txt', state: 'modified' }]) })
		// That the configuration is really hostile: plain git runs it.
		spawnSync('git', ['status'], { cwd: app.root, env: identity })
		expect(await readdir(app.folder)).toContain('mark')
	}))

test('output that was cut off or is nonsense is left out, never a crash', () => {
	const answer = readPorcelain('# branch.head feature x\0# branch.ab +3 -2\u00001 .M N... 100644 100644 100644 h h in/a b.txt\u00002 R. N... 1 1 1 h h R100 in/new\0in/old\0u UU N... 1 1 1 1 h h h in/c\u00001 .M\0?\0! in/x/\0? outside\0zzz', { prefix: 'in/', truncated: true })
	expect(answer).toMatchObject({ branch: 'feature x', ahead: 3, behind: 2, truncated: true, changed: [{ path: 'a b.txt', state: 'modified' }, { path: 'new', state: 'renamed' }, { path: 'c', state: 'conflict' }], ignored: ['x/'] })
})
