import { chmodSync, existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import gitConfig from './cases/git-config.json' with { type: 'json' }
import { createProcesses, type Processes } from './index.ts'

const isRoot = process.getuid?.() === 0
/** Nobody: what an ordinary user's server does is done by root when the project is an ordinary user's. */
const ordinary = 65534
const owners = [
	{ title: 'own project', uid: process.getuid?.() ?? ordinary, runs: true },
	{ title: 'project of an ordinary user', uid: ordinary, runs: isRoot },
]

describe.skipIf(process.platform !== 'linux').each(owners)('as the owner of the $title, the sandbox holds:', ({ uid, runs }) => {
	let folder: string
	let project: string
	let processes: Processes
	let port: number
	const servers: Server[] = []
	const abstract = `drydock-probe-${process.pid}-${uid}`

	beforeAll(async () => {
		folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-probe-')))
		chmodSync(folder, 0o755)
		project = path.join(folder, 'project')
		for (const name of ['project/.git/hooks', 'project/.vscode', 'project/inner/.git/hooks', 'other']) mkdirSync(path.join(folder, name), { recursive: true })
		for (const name of ['project/.git/config', 'project/.vscode/settings.json', 'project/.mcp.json', 'project/inner/.git/config', 'other/secret']) writeFileSync(path.join(folder, name), 'FIXTURE')
		for (const name of ['.', ...readdirSync(project, { recursive: true, encoding: 'utf8' })]) lchownSync(path.join(project, name), uid, isRoot ? uid : (process.getgid?.() ?? 0))
		processes = createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [], env: { PATH: '/usr/local/bin:/usr/bin:/bin', OWN_SECRET: 'FIXTURE' } })
		port = await listen(0)
		await listen(path.join(folder, 'api.sock'))
		await listen(`\0${abstract}`)
	})
	afterAll(() => {
		for (const server of servers) server.close()
		rmSync(folder, { recursive: true, force: true })
	})

	function listen(where: number | string): Promise<number> {
		const server = createServer((socket) => socket.end('FIXTURE'))
		servers.push(server)
		return new Promise((resolve) => (typeof where === 'number' ? server.listen(where, '127.0.0.1', () => resolve(portOf(server))) : server.listen(where, () => resolve(0))))
	}

	const connect = (address: string) => `perl -MSocket -e 'socket($s,${address.startsWith('pack_sockaddr_un') ? 'PF_UNIX' : 'PF_INET'},SOCK_STREAM,0) or die; connect($s,${address}) or die "$!"; print <$s>'`

	test.skipIf(!runs).for<[string, () => string]>([
		['write /etc', () => 'echo x > /etc/pwned'],
		['write /usr/local', () => 'echo x > /usr/local/pwned'],
		['write /root', () => 'mkdir -p /root && echo x > /root/pwned'],
		['read a secret of the host', () => 'cat /etc/shadow'],
		['read other projects', () => 'cat ../other/secret'],
		['read the secrets of the server', () => 'env | grep FIXTURE'],
		['read the secrets of the server in /proc', () => 'cat /proc/*/environ | grep -a FIXTURE'],
		['see the server', () => `ls /proc/${process.pid}/cmdline && grep -a vitest /proc/*/cmdline`],
		['signal the server', () => `kill -0 ${process.pid}`],
		['read the memory of the server', () => `head -c 1 /proc/${process.pid}/maps`],
		['reach a port of this machine', () => connect(`pack_sockaddr_in(${port},inet_aton("127.0.0.1"))`)],
		['reach a socket by its path', () => connect(`pack_sockaddr_un("${folder}/api.sock")`)],
		['reach an abstract socket', () => connect(`pack_sockaddr_un("\\0${abstract}")`)],
		['reach the internet', () => connect('pack_sockaddr_in(80,inet_aton("1.1.1.1"))')],
		['make a device', () => 'mknod x b 8 0'],
		['use a device of the machine', () => 'ls /dev/vda /dev/sda /dev/nvme0 /dev/mem /dev/kmsg'],
		['nest a user namespace', () => 'unshare -U true'],
		['remount', () => 'mount -o remount,rw /usr'],
		['mount', () => 'mount -t tmpfs none /mnt'],
		['chroot', () => 'chroot / true'],
		['write a git hook', () => 'echo x > .git/hooks/pre-commit'],
		['write the git config', () => 'echo x >> .git/config'],
		['rename .git', () => 'mv .git git2'],
		['write the git config of a project inside', () => 'echo x >> inner/.git/config || echo x > inner/.git/hooks/pre-commit'],
		['write editor settings', () => 'echo x > .vscode/settings.json'],
		['write a list of tool servers', () => 'echo x > .mcp.json || mv .mcp.json x || rm .mcp.json'],
		['write /proc/sys', () => 'echo 60 > /proc/sys/vm/swappiness'],
		['pull the lever of the kernel', () => 'exec 3>/proc/sysrq-trigger'],
		['type into a terminal', () => `perl -e '$c="x"; ioctl(STDIN,0x5412,$c) or die "$!\\n"'`],
		['read the keys of the session', () => `perl -e 'syscall(250,0,-3,0,0,0) >= 0 or die "$!\\n"'`],
		['load a program into the kernel', () => `perl -e 'syscall(321,0,0,0) == 0 or die "$!\\n"'`],
		['fill /tmp', () => 'head -c 600M /dev/zero > /tmp/full'],
	])('cannot %s', async ([, line]) => {
		const { code, stdout } = await processes.run({ line: line(), cwd: '.' })
		expect(code).not.toBe(0)
		expect(stdout).not.toContain('FIXTURE')
	})

	test.skipIf(!runs)('no rights, no way to get some, not root inside, and its files are the owner’s', async () => {
		const { stdout } = await processes.run({ line: 'grep -hE "CapEff|CapBnd|NoNewPrivs|Seccomp:" /proc/self/status; id -u; ls -d /proc/[0-9]* | wc -l; echo x > written', cwd: '.' })
		expect(stdout).toMatch(/CapEff:\s+0+\nCapBnd:\s+0+\nNoNewPrivs:\s+1\nSeccomp:\s+2\n[1-9]\d*\n[1-9]\n$/)
		expect(readFileSync(path.join(project, 'written'), 'utf8')).toBe('x\n')
		if (isRoot) expect(Number((await processes.run({ line: 'stat -c %u .', cwd: '.' })).stdout)).toBe(ordinary)
	})

	test.skipIf(!runs || process.arch !== 'x64')('the filter names the calls that it refuses', async () => {
		const { stderr } = await processes.run({ line: `perl -e '$c="x"; ioctl(STDIN,0x5412,$c) or warn "$!\\n"; for (250,321,298,323,425,428) { syscall($_,0,0,0,0,0) >= 0 or warn "$!\\n" }'`, cwd: '.' })
		expect(stderr).toBe('Operation not permitted\n'.repeat(7))
	})
})

function portOf(server: Server): number {
	const address = server.address()
	return typeof address === 'object' && address ? address.port : 0
}

describe.skipIf(process.platform !== 'linux')('a hostile .git/config', () => {
	let folder: string
	let processes: Processes

	beforeAll(() => {
		folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-git-')))
		mkdirSync(path.join(folder, 'project'))
		mkdirSync(path.join(folder, 'outside'))
		processes = createProcesses({ locate: () => ({ root: path.join(folder, 'project'), absolute: path.join(folder, 'project') }), hidden: [], env: {} })
	})
	afterAll(() => rmSync(folder, { recursive: true, force: true }))

	test.for(gitConfig)('$id $key reaches nothing outside the sandbox', async ({ key, value }) => {
		const project = path.join(folder, 'project')
		const [script, marker] = [path.join(project, 'evil.sh'), path.join(folder, 'outside/marker')]
		writeFileSync(script, `#!/bin/sh\necho ran >> ${project}/ran\necho pwned > ${marker}; echo pwned >> ${project}/.git/config\ncat\n`, { mode: 0o755 })
		const planted = value.replaceAll('/mnt/evil.sh', script).replaceAll('/mnt', project)
		const lines = key.split(' / ').map((name) => `git -c user.name=x -c user.email=x config --file .git/config --add '${name.replaceAll('/mnt/evil.sh', script)}' '${planted}'`)
		rmSync(path.join(project, '.git'), { recursive: true, force: true })
		const setUp = await processes.run({ line: `git init -q . && echo '*.txt filter=evil diff=evil merge=evil' > .gitattributes && echo a > a.txt && mkdir -p hooks && cp evil.sh hooks/pre-commit && cp evil.sh hooks/post-checkout && ${lines.join(' && ')}`, cwd: '.' })
		expect(setUp).toMatchObject({ code: 0 })
		const before = readFileSync(path.join(project, '.git/config'))
		await processes.run({ line: 'for it in status diff "log --oneline" "show" "fetch" "st" "add -A" "commit -qm x" "checkout -q ." "merge x" "mergetool" "difftool" "help -w git"; do timeout 5 git $it; done', cwd: '.', timeoutMs: 20_000 })
		expect(existsSync(marker)).toBe(false)
		expect(readFileSync(path.join(project, '.git/config'))).toEqual(before)
	})
})
