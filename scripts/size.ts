// npm run size: what a first visit downloads, compressed as it is sent, against the budget; and the size of each lazy chunk.
import { readdir, readFile, stat } from 'node:fs/promises'

/** Issue budget: shell and default layout, before any editor or terminal engine. */
const firstLoadKb = 300
const firstLoadRequests = 12
const dist = new URL('../apps/web/dist/', import.meta.url)

const page = await readFile(new URL('index.html', dist), 'utf8').catch(() => {
	console.error('Build first: npm run build')
	process.exit(2)
})
const first = new Set(['index.html', ...[...page.matchAll(/(?:href|src)="\/?([^"]+\.(?:js|css|woff2|svg|webmanifest))"/g)].map(([, file]) => file ?? '')])
const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|css|html|woff2|ttf|wasm)$/.test(name))
const sizes = await Promise.all(names.map(async (name) => ({ name, bytes: await sentBytes(name) })))
const initial = sizes.filter(({ name }) => first.has(name))
const total = initial.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 30)) console.log(`${(bytes / 1000).toFixed(1).padStart(9)} kB ${first.has(name) ? '*' : ' '} ${name}`)
console.log(`First load (*): ${total.toFixed(1)} kB in ${initial.length} requests; budget ${firstLoadKb} kB in ${firstLoadRequests}`)
process.exitCode = total <= firstLoadKb && initial.length <= firstLoadRequests ? 0 : 1

async function sentBytes(name: string): Promise<number> {
	const compressed = await stat(new URL(`${name}.br`, dist)).catch(() => undefined)
	return (compressed ?? (await stat(new URL(name, dist)))).size
}
