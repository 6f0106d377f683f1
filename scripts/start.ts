// npm start: builds what is stale, then becomes the server.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const leastNode = 24
if (Number(process.versions.node.split('.')[0]) < leastNode) {
	console.error(`drydock: this is Node ${process.versions.node}, Drydock needs Node ${leastNode}. "npm ci" installs one for Linux, Windows and Intel Macs; elsewhere install Node ${leastNode} yourself.`)
	process.exit(2)
}
const home = new URL('../', import.meta.url)
enableCompileCache(fileURLToPath(new URL('.cache/node', home)))
// A disk that does not answer keeps a thread for each call that had begun. Node reads this with its first file, and what we start need not see it.
const threads = process.env['UV_THREADPOOL_SIZE']
process.env['UV_THREADPOOL_SIZE'] ??= '16'
const { isStale } = await import('./lib/stale.ts')
const mustBuild = await isStale(home)
if (threads === undefined) delete process.env['UV_THREADPOOL_SIZE']
if (mustBuild) {
	console.error('Building Drydock (only after changes)…')
	const { build } = await import('./lib/build.ts')
	await build(home)
}
await import(new URL('dist/server/main.js', home).href)
