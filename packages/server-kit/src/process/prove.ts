import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { makeProfile, type Profile } from './profile.ts'

/** Something tried inside the sandbox. */
interface Probe {
	/** After "a command can". */
	name: string
	/** A line of bash that ends with 0 only if it did what its name says. */
	line: string
	must: 'work' | 'fail'
}

/** What is laid out for the probes, as variables of theirs. */
interface Layout {
	outside: string
	project: string
	port: number
	/** A socket file; through one like it (Docker's, the terminals') a command would get out of every sandbox. */
	socket: string
	/** Folders of this person that no command may see. */
	private: readonly string[]
}

type RunBash = (profile: Profile, script: string) => Promise<{ stdout: string; stderr: string }>

const mark = 'FIXTURE'
// A Mac shows the same file under a second path, too.
const second = '/System/Volumes/Data'
const connect = (port: number) => `exec 3<>/dev/tcp/127.0.0.1/${port}`

/** In the project, without a network. */
function inProject({ port, socket, private: hidden }: Layout): Probe[] {
	const fail = (name: string, line: string): Probe => ({ name, line, must: 'fail' })
	const work = (name: string, line: string): Probe => ({ name, line, must: 'work' })
	return [
		work('run a program', 'test "$(/bin/cat readable)" = FIXTURE'),
		work('write in the project', 'echo x > written && mkdir -p made && mv written made/moved && rm made/moved'),
		work('link to a file of the project', 'ln -s readable by-link && grep -q FIXTURE by-link'),
		work('write to its temporary folder and its home', 'echo x > "${TMPDIR:-/tmp}/x" && echo x > ~/x'),
		work('see the limits that it is given', 'test "$(ulimit -f)" != unlimited && test "$(ulimit -t)" != unlimited'),
		fail('write outside the project', 'echo x > "$OUTSIDE/new"'),
		fail('write outside through a link', 'ln -s "$OUTSIDE" way && echo x > way/new'),
		fail('change a file outside', 'echo x >> "$OUTSIDE/secret" || mv "$OUTSIDE/secret" taken || rm "$OUTSIDE/secret"'),
		fail('read outside the project', `grep -q ${mark} "$OUTSIDE/secret" || grep -q ${mark} "${second}$OUTSIDE/secret"`),
		fail('list a folder outside', 'test -n "$(ls -A "$OUTSIDE")"'),
		fail('list your home folder', 'test -n "$(ls -A "$PERSON")"'),
		...hidden.map((folder) => fail(`read ${folder}`, `test -n "$(ls -A ${quoted(folder)})" || cat ${quoted(folder)}`)),
		fail('read what is hidden in the project', `grep -q ${mark} hidden/secret || { mv hidden seen && grep -q ${mark} seen/secret; } || { ln hidden/secret same && grep -q ${mark} same; } || grep -q ${mark} "${second}$PWD/hidden/secret"`),
		fail('write a git hook', 'echo x > .git/hooks/pre-commit || { ln .git/hooks/post-commit same-hook && echo x > same-hook; }'),
		fail('write a git hook by another spelling', 'mkdir -p .GIT/hooks; echo x > .GIT/hooks/other; test -e .git/hooks/other'),
		fail('change the git configuration', 'echo x >> .git/config || echo x >> "$PWD/made/../.git/config"'),
		fail('move the git folder away', 'mv .git git2 || rm -rf .git/hooks || test ! -e .git/hooks'),
		fail('move the folder around a git folder away', 'mv inner inner2 && echo x > inner2/.git/config'),
		fail('signal the server', 'kill -0 "$SERVER"'),
		fail('connect to this machine', connect(port)),
		fail('connect to a socket file', `perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) and connect(S, pack_sockaddr_un($ARGV[0])) or exit 1' ${quoted(socket)}`),
	]
}

/** Where the project may only be read, with a proxy to one host. */
function readOnly({ port }: Layout): Probe[] {
	const ask = `exec 3<>"/dev/tcp/127.0.0.1/\${https_proxy##*:}" && printf 'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\n\\r\\n' >&3 && read -r -t 10 line <&3 && [[ $line == *" 200 "* ]]`
	return [
		{ name: 'write where it may only read', line: 'echo x > new || echo x >> readable', must: 'fail' },
		{ name: 'reach a listed host through Drydock', line: ask, must: 'work' },
		{ name: 'pass Drydock by on its way to the network', line: connect(port), must: 'fail' },
	]
}

/**
 * Tries in the sandbox what has to work and what must not, and returns what came out otherwise; nothing means that it holds. Files
 * are looked at from outside as well.
 */
export async function proveSandbox(run: RunBash, { secretFolders, env }: { secretFolders: readonly string[]; env: NodeJS.ProcessEnv }): Promise<string | undefined> {
	const folder = await mkdtemp(path.join(await realpath(os.tmpdir()), 'drydock-prove-'))
	const servers: Server[] = []
	const open = (at: string | 0) => {
		const server = createServer((socket) => socket.on('error', () => {}).end())
		servers.push(server)
		return listen(server, at)
	}
	try {
		const layout: Layout = { outside: path.join(folder, 'outside'), project: path.join(folder, 'project'), port: await open(0), socket: path.join(folder, 's'), private: secretFolders }
		await open(layout.socket)
		const kept = await layOut(layout)
		const profile = (mode: 'project' | 'read-only', hosts: readonly string[]) => makeProfile({ mode, root: layout.project, cwd: layout.project, secretFolders: [...secretFolders, path.join(layout.project, 'hidden')], hosts, env })
		const problem = (await attempt(run, profile('project', []), layout, inProject(layout))) ?? (await attempt(run, profile('read-only', [`127.0.0.1:${layout.port}`]), layout, readOnly(layout)))
		if (problem !== undefined) return problem
		for (const [file, text] of kept) if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) return `${path.relative(folder, file)} was changed from inside`
		return undefined
	} finally {
		for (const server of servers) server.close()
		await rm(folder, { recursive: true, force: true })
	}
}

/** Makes the files of the probes; returns those that have to stay as they are. */
async function layOut({ outside, project }: Layout): Promise<Map<string, string>> {
	const kept = ['.git/config', '.git/hooks/post-commit', 'inner/.git/config', 'hidden/secret'].map((name) => path.join(project, name))
	const all = [...kept, path.join(outside, 'secret'), path.join(project, 'readable')]
	for (const file of all) {
		await mkdir(path.dirname(file), { recursive: true })
		await writeFile(file, mark)
	}
	return new Map(all.map((file) => [file, mark]))
}

async function attempt(run: RunBash, profile: Profile, { outside }: Layout, probes: readonly Probe[]): Promise<string | undefined> {
	const variables = `OUTSIDE=${quoted(outside)} PERSON=${quoted(os.homedir())} SERVER=${process.pid}`
	const lines = probes.map(({ line }, at) => `( ${line} ) >/dev/null 2>&1 && echo ${at}:work || echo ${at}:fail`)
	const { stdout, stderr } = await run(profile, [variables, ...lines].join('\n'))
	const answers = new Set(stdout.split('\n'))
	const wrong = probes.find(({ must }, at) => !answers.has(`${at}:${must}`))
	if (wrong === undefined) return undefined
	if (!answers.has(`${probes.length - 1}:work`) && !answers.has(`${probes.length - 1}:fail`)) return `its probes did not end (${stderr.trim().split('\n', 1)[0] ?? ''})`
	return wrong.must === 'work' ? `a command cannot ${wrong.name}` : `a command can ${wrong.name}`
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** The port, if it is one. */
function listen(server: Server, at: string | 0): Promise<number> {
	return new Promise((done, fail) => {
		const told = () => {
			const address = server.address()
			done(typeof address === 'object' && address ? address.port : 0)
		}
		server.once('error', fail)
		if (at === 0) server.listen(at, '127.0.0.1', told)
		else server.listen(at, told)
	})
}
