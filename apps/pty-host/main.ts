// The process that owns the terminals: it outlives a server that was killed, and ends when nobody takes over.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { Host } from './host.ts'

const socketPath = process.argv[2]
if (!socketPath) throw new Error('Usage: pty-host SOCKET')

const host = new Host(path.dirname(socketPath), () => {
	server.close()
	process.exit(0)
})
const server = createServer((socket) => host.serve(socket))

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => host.end())
process.on('SIGHUP', () => {})

server.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EADDRINUSE') throw error
	// Somebody lives there, or a killed host left its socket behind.
	const other = connect(socketPath)
	other.once('connect', () => {
		process.stdout.write('ready\n')
		process.exit(0)
	})
	other.once('error', () => {
		rmSync(socketPath, { force: true })
		listen(socketPath)
	})
})

function listen(name: string) {
	const before = process.umask(0o177)
	server.listen(name, () => {
		process.umask(before)
		if (process.platform !== 'win32') chmodSync(name, 0o600)
		writeFileSync(path.join(path.dirname(name), 'host.pid'), `${process.pid}\n`)
		process.stdout.write('ready\n')
	})
}

listen(socketPath)
