import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProcesses } from '../process/index.ts'
import { testFiles, you } from '../workspace/testing.ts'
import { createShadowRuns, type ShadowRuns } from './index.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65534
/** Two hundred were run when this was written; each takes half a second. */
const seeds = 12
const author = { kind: 'command' as const, label: 'Test' }

describe.skipIf(process.platform !== 'linux')('shadow runs', () => {
	let files: Awaited<ReturnType<typeof testFiles>>
	let shadow: ShadowRuns
	let direct: (line: string, root: string) => Promise<unknown>

	beforeAll(async () => {
		files = await testFiles({})
		chmodSync(files.folder, 0o755)
		const processes = createProcesses({ locate: (cwd) => ({ root: cwd, absolute: cwd }), hidden: [], env: { PATH: '/usr/bin:/bin' }, shadowDir: path.join(files.data, 'shadow', 'open') })
		shadow = createShadowRuns({ processes, effects: files.effects, newId: files.parts.newId, now: Date.now })
		direct = (line, cwd) => processes.run({ line, cwd, timeoutMs: 10_000 })
	})
	afterAll(() => files[Symbol.asyncDispose]())

	const project = () => files.root
	function fresh(make: () => void) {
		execFileSync('find', [project(), '-mindepth', '1', '-delete'])
		make()
	}
	const write = (name: string, text: string | Buffer, mode = 0o644) => {
		mkdirSync(path.dirname(path.join(project(), name)), { recursive: true })
		writeFileSync(path.join(project(), name), text, { mode })
	}
	const run = (line: string) => shadow.run({ cwd: project(), line, title: line, author })

	test('this machine can', async () => {
		expect(await shadow.capability()).toEqual({ shadow: true })
	})

	test('nothing changes until the effect is approved, then exactly that, and it can be taken back', async () => {
		fresh(() => {
			write('a.txt', 'one\ntwo\n')
			write('gone/deep/x', 'x')
			write('.gitignore', 'ignored\n')
			write('run.sh', 'echo\n')
		})
		const before = look(project())
		const { ran, effect } = await run('echo three >> a.txt; rm -r gone; echo i > ignored; chmod +x run.sh; mkdir new; mv .gitignore new/; ln -s a.txt link; cat a.txt')
		expect(ran).toMatchObject({ code: 0, stdout: 'one\ntwo\nthree\n' })
		expect(look(project())).toEqual(before)
		const shown = await shadow.files(effect.id)
		expect(shown.map(({ path: name, kind }) => `${kind} ${name}`).sort()).toEqual(['added ignored', 'added link', 'added new/.gitignore', 'changed a.txt', 'deleted .gitignore', 'deleted gone', 'deleted gone/deep', 'deleted gone/deep/x', 'folder new', 'mode run.sh'])
		expect(shown.find(({ path: name }) => name === 'a.txt')?.hunks[0]?.lines).toContain('+three\n')
		const done = await shadow.merge(effect.id, {}, you)
		expect(done).toMatchObject({ conflicts: [], left: 0 })
		expect(readFileSync(path.join(project(), 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n')
		expect(readdirSync(project()).sort()).toEqual(['a.txt', 'ignored', 'link', 'new', 'run.sh'])
		await files.ledger.takeBack({ entry: done.entry ?? '' }, you)
		expect(contents(look(project()))).toEqual(contents(before))
		await expect(shadow.merge(effect.id, {}, you)).rejects.toMatchObject({ code: 'shadow.not_found' })
	})

	test('one file can be taken, and the rest thrown away', async () => {
		fresh(() => write('a', '1'))
		const { effect } = await run('echo 2 > a; echo 3 > b; echo 4 > c')
		expect(await shadow.merge(effect.id, { files: ['b'] }, you)).toMatchObject({ restored: ['b'], left: 2 })
		await shadow.discard(effect.id)
		expect(contents(look(project()))).toEqual({ '': 'folder', a: 'file 1', b: 'file 3\n' })
		expect(await shadow.list()).toEqual([])
	})

	test('an edit made meanwhile is kept beside the effect, or is a conflict', async () => {
		fresh(() => {
			write('far', Array.from({ length: 30 }, (_, at) => `${at}\n`).join(''))
			write('same', 'a\n')
			write('removed', 'a\n')
		})
		const { effect } = await run('sed -i s/^2$/two/ far; echo b > same; rm removed')
		write('far', readFileSync(path.join(project(), 'far'), 'utf8').replace('27\n', 'twenty-seven\n'))
		write('same', 'mine\n')
		write('removed', 'mine\n')
		const { conflicts, left } = await shadow.merge(effect.id, {}, you)
		expect(readFileSync(path.join(project(), 'far'), 'utf8')).toMatch(/^two$[^]*^twenty-seven$/m)
		expect(conflicts.map((conflict) => conflict.path).sort()).toEqual(['removed', 'same'])
		expect(left).toBe(2)
		expect(readFileSync(path.join(project(), 'same'), 'utf8')).toBe('mine\n')
	})

	test('an edit made while the command ran is never overwritten', async () => {
		fresh(() => write('a', 'old\n'))
		const { effect } = await shadow.run({ cwd: project(), line: 'echo x >> a; echo ready; sleep 0.3', title: 'x', author, onOutput: () => write('a', 'mine\n') })
		expect(effect.changes).toMatchObject([{ path: 'a', problem: 'It was changed while the command ran.' }])
		await shadow.merge(effect.id, {}, you)
		expect(readFileSync(path.join(project(), 'a'), 'utf8')).toBe('mine\n')
	})

	test('the Git folder and Drydock’s own stay out, what runs code by itself is named, and what is no file too', async () => {
		fresh(() => write('.git/config', 'x'))
		const { effect } = await run('mkdir -p sub/.git .drydock; echo x > sub/.git/config; echo x > .drydock/y; echo x > .npmrc; mkfifo pipe; echo x > .git/hook')
		const shown = await shadow.files(effect.id)
		expect(shown.filter(({ problem }) => problem !== undefined).map(({ path: name }) => name).sort()).toEqual(['.drydock', '.drydock/y', 'pipe', 'sub/.git', 'sub/.git/config'])
		expect(shown.find(({ path: name }) => name === '.npmrc')?.warning).toBe('It can run code by itself when the project is opened, installed or built.')
		await shadow.merge(effect.id, {}, you)
		expect(Object.keys(look(project())).sort()).toEqual(['', '.git', '.git/config', '.npmrc', 'sub'])
	})

	test('one thing in the place of another, empty folders, names that are no UTF-8, and what the command closed to everybody', async () => {
		fresh(() => {
			write('file', 'x')
			write('folder/a/b', 'x')
			write('link-to-be', 'x')
		})
		const line = "rm file; mkdir file; echo x > file/in; rm -r folder; echo y > folder; ln -sf file link-to-be; mkdir empty; echo z > $'raw\\xff'; mkdir shut; echo s > shut/s; chmod 000 shut/s; chmod 500 shut; echo done"
		const { effect } = await run(line)
		expect(await shadow.merge(effect.id, {}, you)).toMatchObject({ conflicts: [], left: 0 })
		expect(execFileSync('find', ['.', '-printf', '%p %y %m\n'], { cwd: project(), encoding: 'latin1' }).split('\n').filter((entry) => /shut|folder|file|raw|empty|link/.test(entry)).sort()).toEqual([
			'./empty d 755', './file d 755', './file/in f 644', './folder f 644', './link-to-be l 777', './raw\xff f 644', './shut d 500', './shut/s f 0',
		])
		chmodSync(path.join(project(), 'shut'), 0o755)
	})

	test.skipIf(!isRoot)('a project of an ordinary user is changed as that user', async () => {
		fresh(() => write('a', '1'))
		for (const name of ['.', 'a']) chownSync(path.join(project(), name), nobody, nobody)
		const { effect, ran } = await run('id -u; echo 2 >> a; echo 3 > b')
		expect(ran.stdout).toBe(`${nobody}\n`)
		expect(await shadow.merge(effect.id, {}, you)).toMatchObject({ conflicts: [], left: 0 })
		chownSync(project(), 0, 0)
	})

	test('random commands on random trees: merged is as if run directly, thrown away is as if never run', async () => {
		for (let seed = 1; seed <= seeds; seed++) {
			const random = numbers(seed)
			const copy = path.join(files.folder, 'copy')
			fresh(() => plant(random))
			execFileSync('sh', ['-c', 'rm -rf "$2" && cp -a "$1" "$2"', 'sh', project(), copy])
			const before = look(project())
			const line = Array.from({ length: 12 }, () => pick(random, commands)(random)).join('; ')
			await direct(line, copy)
			const first = await run(line)
			expect(look(project()), `seed ${seed}: ${line}`).toEqual(before)
			await shadow.discard(first.effect.id)
			expect(look(project()), `seed ${seed}: ${line}`).toEqual(before)
			const { effect } = await run(line)
			if (effect.changes.length === 0) continue
			const { entry = '', ...merged } = await shadow.merge(effect.id, {}, you)
			expect(merged, `seed ${seed}: ${line}`).toMatchObject({ conflicts: [], left: 0 })
			expect(contents(look(project()), true), `seed ${seed}: ${line}`).toEqual(contents(look(copy), true))
			await files.ledger.takeBack({ entry }, you)
			expect(contents(look(project()), true), `seed ${seed}: ${line}`).toEqual(contents(before, true))
		}
	}, 120_000)

	type Random = () => number
	const pick = <T,>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] ?? (() => { throw new Error('Nothing to pick from') })()
	const names = ['a', 'b', 'c', 'd1', 'd2', 'd1/a', 'd1/b', 'd2/a', 'd1/e', 'd1/e/f', 'd2/e', 'd2/e/f', 'with space', '-dash', 'ü']
	const quoted = (random: Random) => `'./${pick(random, names)}'`
	const commands: readonly ((random: Random) => string)[] = [
		(random) => `echo ${Math.floor(random() * 1000)} > ${quoted(random)}`,
		(random) => `echo ${Math.floor(random() * 1000)} >> ${quoted(random)}`,
		(random) => `rm -f ${quoted(random)}`,
		(random) => `rm -rf ${quoted(random)}`,
		(random) => `mkdir -p ${quoted(random)}`,
		(random) => `rm -rf ${quoted(random)}; mkdir -p ${quoted(random)}`,
		(random) => `mv -T ${quoted(random)} ${quoted(random)}`,
		(random) => `cp -r ${quoted(random)} ${quoted(random)}`,
		// Folders stay readable: moving one is copying it in a shadow run, which needs that.
		(random) => `chmod ${pick(random, ['u=rwX,go=', 'u=rwX,go=rX', 'u=rwx,go=', 'u=rX,go='])} ${quoted(random)}`,
		(random) => `ln -sfn ${pick(random, names)} ${quoted(random)}`,
		(random) => `ln -f ${quoted(random)} ${quoted(random)}`,
		(random) => `truncate -s ${Math.floor(random() * 3000)} ${quoted(random)}`,
	]

	function plant(random: Random) {
		for (const name of ['d1', 'd2', 'd1/e', 'd2/e']) if (random() < 0.7) mkdirSync(path.join(project(), name), { recursive: true })
		for (const name of names) {
			try {
				if (random() < 0.15) symlinkSync(pick(random, names), path.join(project(), name))
				else if (random() < 0.6) writeFileSync(path.join(project(), name), `${name} ${random()}\n`, { mode: pick(random, [0o644, 0o600, 0o755]) })
				if (random() < 0.5) utimesSync(path.join(project(), name), 1_600_000_000, 1_600_000_000)
			} catch {
				// Its folder is not there, or it is one.
			}
		}
	}
})

/** A small generator, so that a failure can be repeated by its seed. */
function numbers(seed: number): () => number {
	let state = seed * 2654435761
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0
		return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
	}
}

interface Looked {
	what: string
	mode: number
	mtime: bigint
}

/** All there is below a folder, with modes and times. */
function look(folder: string, below = ''): Record<string, Looked> {
	const file = path.join(folder, below)
	const info = lstatSync(file, { bigint: true })
	const what = info.isDirectory() ? 'folder' : info.isSymbolicLink() ? `link ${readlinkSync(file)}` : info.isFile() ? `file ${readFileSync(file, 'latin1')}` : 'other'
	const own = { [below]: { what, mode: Number(info.mode) & 0o7777, mtime: info.mtimeNs } }
	return info.isDirectory() ? Object.assign(own, ...readdirSync(file).map((name) => look(folder, path.join(below, name)))) : own
}

function contents(looked: Record<string, Looked>, modes = false): Record<string, string> {
	return Object.fromEntries(Object.entries(looked).map(([name, { what, mode }]) => [name, modes && !what.startsWith('link') ? `${mode.toString(8)} ${what}` : what]))
}
