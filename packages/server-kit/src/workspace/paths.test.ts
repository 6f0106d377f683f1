import { DrydockError } from '@drydock/contract'
import { execFileSync } from 'node:child_process'
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import names from './cases/names.json' with { type: 'json' }
import cases from './cases/paths.json' with { type: 'json' }
import { protectionOf } from './index.ts'
import { agent, testFiles, you } from './testing.ts'

async function hostileProject() {
	const files = await testFiles({ 'src/a.ts': 'a' })
	const { root, folder } = files
	await mkdir(path.join(folder, 'outside'))
	await writeFile(path.join(folder, 'outside', 'secret.txt'), 'secret')
	await writeFile(path.join(folder, 'secret.txt'), 'secret')
	await symlink('../outside', path.join(root, 'link-dir'))
	await symlink('src', path.join(root, 'in'))
	await symlink('loop', path.join(root, 'loop'))
	await symlink('../outside/nothing-there', path.join(root, 'dangling'))
	await link(path.join(folder, 'secret.txt'), path.join(root, 'hard'))
	return files
}

const refused = async (work: Promise<unknown>) => work.then(() => undefined, (error: unknown) => error)

test.each(cases)('$id $op: $technique is answered as it must be', async ({ op, path: given, expect: wanted }) => {
	await using files = await hostileProject()
	const asked = given as string
	const error = await refused(op === 'read' ? files.workspace.read(files.root, asked) : writeAsPerson(files, asked))
	if (wanted === 'allow') expect(error).toBeUndefined()
	else if (wanted === 'ask') expect(protectionOf(asked)).toBeDefined()
	else expect(error).toBeInstanceOf(DrydockError)
	expect(await readdir(path.join(files.folder, 'outside'))).toEqual(['secret.txt'])
})

test.each(cases.filter(({ path: given }) => typeof given === 'string'))('$id $technique: nothing outside is searched, moved, copied or deleted by that path', async ({ path: given }) => {
	await using files = await hostileProject()
	const { workspace, root } = files
	const asked = given as string
	for (const work of [
		() => workspace.copy(root, [asked], 'src', you),
		() => workspace.copy(root, ['src/a.ts'], asked, you),
		() => workspace.move(root, ['src/a.ts'], asked, you),
		() => workspace.move(root, [asked], 'src', you),
		() => workspace.discard(root, [asked], you),
		() => workspace.search(`${root}/${asked}`, 'secret', { limit: 10 }),
		() => workspace.look(root, asked),
	]) {
		const result = await refused(work())
		// Refused with a sentence, or done to something of the project.
		if (result instanceof Error) expect(result).toBeInstanceOf(DrydockError)
	}
	expect(await readdir(path.join(files.folder, 'outside'))).toEqual(['secret.txt'])
	for (const secret of ['outside/secret.txt', 'secret.txt']) expect(await readFile(path.join(files.folder, secret), 'utf8')).toBe('secret')
	for (const found of await readdir(path.join(root, 'src')).catch(() => [])) expect(['a.ts', 'a copy.ts', 'src', 'src copy'].includes(found) || found === asked.split('/').at(-1)).toBe(true)
})

async function writeAsPerson(files: Awaited<ReturnType<typeof hostileProject>>, asked: string) {
	await files.workspace.makeFolder(files.root, asked.split('/').slice(0, -1).join('/'), you).catch(() => undefined)
	return files.workspace.write({ cwd: files.root, path: asked, content: 'x' }, you)
}

test.each(['.git/config', '.GIT/hooks/pre-commit', 'sub/.git/config', '.g\u200cit/config', '.git./x', '.git /x', 'git~1/config', '.git::$INDEX_ALLOCATION/config', '.drydock/policy.json', '.DryDock/x', '.ｇｉｔ/config'])('an agent can never write %j', async (given) => {
	await using files = await testFiles()
	for (const work of [
		files.workspace.write({ cwd: files.root, path: given, content: 'x' }, agent),
		files.workspace.makeFolder(files.root, given, { kind: 'command', label: 'npm' }),
		files.workspace.remove(files.root, given, agent),
		files.workspace.rename(files.root, 'a', given, agent),
		files.workspace.discard(files.root, [given], agent),
		files.workspace.move(files.root, [given], '', agent),
	]) expect(await refused(work)).toMatchObject({ status: 403, code: 'workspace.protected' })
})

test.each(['.github/CODEOWNERS', 'git/config', 'src/.gitignore', 'environment.ts', 'docs/agents/x.md', 'package.json'])('%s is an ordinary file', (given) => {
	expect(protectionOf(given)).toBeUndefined()
})

test.each(['/', '/etc', '/root/../etc', 'relative', '', '/sandbox/../x'])('the working folder %j is refused', async (cwd) => {
	await using files = await testFiles()
	expect(await refused(files.workspace.list(cwd === '/root/../etc' ? `${files.root}/../..` : cwd, ''))).toBeInstanceOf(DrydockError)
})

test('a folder beside a root that starts with its name is outside', async () => {
	await using files = await testFiles()
	await mkdir(`${files.root}-other`)
	expect(await refused(files.workspace.list(`${files.root}-other`, ''))).toMatchObject({ status: 403, code: 'workspace.outside' })
})

test("Drydock's own data folder stays out of reach, also when a root contains it", async () => {
	await using files = await testFiles()
	await using wide = await testFiles({}, { roots: [files.folder], dataDir: files.data })
	for (const given of ['data/drydock.db', 'data']) expect(await refused(wide.workspace.stat(files.folder, given))).toMatchObject({ code: 'workspace.outside' })
	await symlink(files.data, path.join(files.root, 'way'))
	expect(await refused(wide.workspace.read(files.root, 'way/drydock.db'))).toMatchObject({ code: 'workspace.outside' })
})

test('/sandbox is the folder in the data folder', async () => {
	await using files = await testFiles()
	await files.workspace.write({ cwd: '/sandbox', path: 'a.txt', content: 'hi' }, you)
	expect(await readFile(path.join(files.data, 'sandbox', 'a.txt'), 'utf8')).toBe('hi')
	expect((await files.workspace.read('/sandbox', 'a.txt')).text).toBe('hi')
})

test.skipIf(process.platform === 'win32')('a pipe is refused without waiting for a writer', async () => {
	await using files = await testFiles()
	execFileSync('mkfifo', [path.join(files.root, 'pipe')])
	expect(await refused(files.workspace.read(files.root, 'pipe'))).toMatchObject({ status: 403, code: 'workspace.not_a_file' })
	expect(await refused(files.workspace.write({ cwd: files.root, path: 'pipe', content: '' }, you))).toMatchObject({ code: 'workspace.not_a_file' })
})

const makeable = names.filter(({ name }) => name !== '.' && name !== '\0')
test.each(makeable)('$id: a hostile name is listed, read, renamed and removed as exactly itself', async ({ name, bytes_hex }) => {
	await using files = await testFiles()
	const { workspace, root } = files
	if (bytes_hex) await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes_hex, 'hex')]), 'x')
	else {
		const parent = (name ?? '').split('/').slice(0, -1).join('/')
		await workspace.makeFolder(root, parent, you)
		await workspace.write({ cwd: root, path: name ?? '', content: 'x', expected: 'absent' }, you)
	}
	const [listed] = (await workspace.list(root, '')).entries
	const whole = name?.includes('/') ? name : (listed?.name ?? '')
	if (name && !name.includes('/')) expect(listed?.name).toBe(name)
	expect((await workspace.read(root, whole)).text).toBe('x')
	await workspace.rename(root, whole, 'plain', you)
	expect((await workspace.read(root, 'plain')).text).toBe('x')
	await workspace.rename(root, 'plain', whole, you)
	if (bytes_hex) expect((await readdir(root, { encoding: 'buffer' }))[0]?.toString('hex')).toBe(bytes_hex)
	await workspace.remove(root, whole, you)
	expect(await refused(workspace.stat(root, whole))).toMatchObject({ status: 404 })
})
