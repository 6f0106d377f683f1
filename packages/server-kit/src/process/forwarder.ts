// Runs inside a sandbox that has no network: what the command sends to a port of its own loopback goes to Drydock's proxy through a
// socket file. It starts the command itself and ends with it. It imports nothing of ours, since it is shown to the sandbox alone.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'

const [port = '', socketPath = '', command = '', ...words] = process.argv.slice(2)

const server = createServer((client) => {
	const proxy = connect(socketPath)
	client.pipe(proxy).pipe(client)
	const end = () => {
		client.destroy()
		proxy.destroy()
	}
	for (const side of [client, proxy]) side.on('error', end).on('close', end)
})

// Signals go to every process inside; this one waits for the command.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

server.listen(Number(port), '127.0.0.1', () => {
	const child = spawn(command, words, { stdio: 'inherit' })
	child.once('error', (error) => {
		process.stderr.write(`${error.message}\n`)
		process.exit('code' in error && error.code === 'ENOENT' ? 127 : 126)
	})
	child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
})
