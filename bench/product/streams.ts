// The product's server with one more call, so that an event can be appended from outside: `POST /bench/append`.
import path from 'node:path'
import { call, is } from '@drydock/contract'
import { createKernel, serve, sessionHalf } from '@drydock/server-kit'
import { startHalves } from '@drydock/server-kit/testing'
import tasks from '../../capabilities/tasks/server/index.ts'

const folder = process.argv[2] ?? ''
const token = process.env['DRYDOCK_TOKEN']

const start = call({ method: 'POST', path: '/bench/start', summary: 'Start a task that waits.', reply: is.object({ id: is.text() }) })
const append = call({ method: 'POST', path: '/bench/append', summary: 'Append an event.', body: { id: is.text(), n: is.integer() }, reply: is.object({}) })
const bench = serve({ start, append }, (kernel) => ({
	start: () => kernel.tasks.run('bench', (run) => new Promise((resolve) => run.signal.addEventListener('abort', () => resolve()))),
	append: async ({ id, n }) => {
		await kernel.tasks.append(id, 'note', { n })
		return {}
	},
}))

const kernel = await createKernel({ host: '127.0.0.1', port: 0, dataDir: path.join(folder, 'data'), configDir: path.join(folder, 'config'), roots: [], token, adminKey: undefined, logLevel: 'warn', version: 'bench' })
const app = await startHalves(kernel, [sessionHalf, tasks, bench])
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' && address ? address.port : 0
kernel.setAddress({ host: '127.0.0.1', port })
console.log(`http://127.0.0.1:${port}`)
process.on('SIGTERM', () => process.exit(0))
