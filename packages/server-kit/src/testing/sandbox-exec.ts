// Stands in for macOS' `sandbox-exec` where there is bubblewrap: reads the rules of our profiles and keeps to them for real. With
// `--leave-out ROLE` first it is a sandbox that forgot the rules with these parameters, for tests of the probes.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const args = process.argv.slice(2)
const leftOut = new Set<string>()
const parameters = new Map<string, string>()
let text = ''
for (let option = args[0]; option?.startsWith('-'); option = args[0]) {
	const [, value = ''] = args.splice(0, 2)
	if (option === '--leave-out') leftOut.add(value)
	if (option === '-p') text = value
	if (option === '-D') parameters.set(value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1))
}

/** The files that a rule with these words is about. */
function filesOf(words: string): string[] {
	const rule = text.split('\n').find((line) => line.startsWith(`(${words} (`)) ?? ''
	return [...rule.matchAll(/\((?:subpath|literal) \(param "(([A-Z]+)_\d+)"\)\)/g)].filter(([, , role = '']) => !leftOut.has(role)).map(([, name = '']) => parameters.get(name) ?? '')
}

const readable = 'file-read* file-map-executable process-exec'
const writes = filesOf(`allow file-write* ${readable}`)
const isWritable = (file: string) => writes.some((folder) => file === folder || file.startsWith(`${folder}/`))
// The first rule with these words names the system's folders, which are others here.
const reads = [...text.matchAll(/\(param "(READ_\d+)"\)/g)].map(([, name = '']) => parameters.get(name) ?? '')
// What is mounted cannot be moved.
const stays = filesOf('deny file-write-unlink file-write-create').filter((file) => isWritable(file) && !writes.includes(file) && statSync(file).isDirectory())
const hidden = filesOf(`deny file-write* ${readable}`)
const port = leftOut.has('PORT') ? undefined : /\(remote ip "localhost:(\d+)"\)/.exec(text)?.[1]
const bind = (how: string, files: readonly string[]) => files.flatMap((file) => [how, file, file])
const words = [
	'--unshare-user', '--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--proc', '/proc', '--dev', '/dev', '--ro-bind', '/usr', '/usr',
	...(leftOut.has('NETWORK') ? ['--share-net'] : []),
	...['/bin', '/sbin', '/lib', '/lib64'].flatMap((folder) => (existsSync(folder) ? ['--symlink', `usr${folder}`, folder] : [])),
	...bind('--ro-bind-try', reads),
	...bind('--bind', [...writes, ...stays.sort()]),
	...bind('--ro-bind', filesOf('deny file-write*')),
	...hidden.flatMap((file) => (statSync(file).isDirectory() ? ['--tmpfs', file] : ['--ro-bind', '/dev/null', file])),
	...(leftOut.has('SOCKET') ? bind('--ro-bind-try', [path.join(process.cwd(), '../s')]) : []),
	...(leftOut.has('OUTSIDE') ? bind('--bind', [path.join(process.cwd(), '../outside')]) : []),
	'--chdir', process.cwd(),
]

const folder = mkdtempSync(path.join(tmpdir(), 'drydock-stand-in-'))
const started = port === undefined ? ['--', ...args] : await throughPort(port)
const child = spawn('bwrap', [...words, ...started], { stdio: ['inherit', 'inherit', 'inherit', 3] })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
child.once('error', (error) => finish(71, error.message))
child.once('exit', (code, signal) => finish(code ?? 128 + (signal ? constants.signals[signal] : 0), ''))

/** A port of this machine is reached by a socket file and the forwarder. */
async function throughPort(to: string): Promise<string[]> {
	const socket = path.join(folder, 'port')
	const server = createServer((client) => {
		const onward = connect(Number(to), '127.0.0.1')
		for (const side of [client, onward]) side.on('error', () => [client, onward].forEach((each) => each.destroy()))
		client.pipe(onward).pipe(client)
	})
	await new Promise<void>((done) => server.listen(socket, done))
	const forwarder = fileURLToPath(new URL('../process/forwarder.ts', import.meta.url))
	const begin = `"$1" --disable-warning=MODULE_TYPELESS_PACKAGE_JSON "$2" "$3" /run/port sleep infinity 3>&- >/dev/null 2>&1 & until (exec 4<>/dev/tcp/127.0.0.1/"$3") 2>/dev/null; do :; done; shift 3; exec "$@"`
	return [...bind('--ro-bind', [process.execPath, forwarder]), '--bind', socket, '/run/port', '--', '/bin/bash', '-c', begin, 'bash', process.execPath, forwarder, to, ...args]
}

function finish(code: number, message: string) {
	if (message) process.stderr.write(`sandbox-exec: ${message}\n`)
	rmSync(folder, { recursive: true, force: true })
	process.exit(code)
}
