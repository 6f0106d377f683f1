import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pageHeaders, type Kernel } from '@drydock/server-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const types: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.webmanifest': 'application/manifest+json',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.woff2': 'font/woff2',
	'.ttf': 'font/ttf',
	'.wasm': 'application/wasm',
	'.txt': 'text/plain; charset=utf-8',
}

interface Asset {
	file: string
	type: string
	/** Encodings that the build left beside the file. */
	encodings: Map<string, { file: string; size: number }>
	size: number
	etag: string
	/** Hashes of the scripts inside a page, as its policy names them. */
	scripts: readonly string[]
}

/**
 * Serves the built page: the list of files is read once, so no request names a path on disk. Hashed assets are cached for ever;
 * the page itself is asked for anew, which costs a 304.
 */
export async function servePage(app: FastifyInstance, kernel: Kernel, folder: string): Promise<void> {
	const assets = await readAssets(folder)
	for (const [url, asset] of assets) {
		const isImmutable = url.startsWith('/assets/')
		app.route({ method: 'GET', url, config: { isPage: true }, handler: (request, reply) => send(kernel, asset, { isImmutable }, request, reply) })
	}
	const index = assets.get('/index.html')
	if (!index) return
	app.route({
		method: 'GET',
		url: '/',
		config: { isPage: true },
		handler: (request, reply) => {
			// The page lives under its own name, so that no other port shares its storage (SECURITY §0.5).
			if (request.headers.host !== kernel.places.product) return reply.code(307).header('location', `http://${kernel.places.product}/`).send()
			return send(kernel, index, { isImmutable: false }, request, reply)
		},
	})
}

async function send(kernel: Kernel, asset: Asset, { isImmutable }: { isImmutable: boolean }, request: FastifyRequest, reply: FastifyReply) {
	const accepted = request.headers['accept-encoding'] ?? ''
	const encoding = ['br', 'gzip'].find((name) => accepted.includes(name) && asset.encodings.has(name))
	const chosen = (encoding && asset.encodings.get(encoding)) || asset
	reply.headers({ ...pageHeaders(kernel.places.contentSource, asset.scripts), vary: 'accept-encoding', etag: asset.etag })
	reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
	if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
	if (encoding) reply.header('content-encoding', encoding)
	return reply.type(asset.type).header('content-length', chosen.size).send(createReadStream(chosen.file))
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
	const assets = new Map<string, Asset>()
	const names: string[] = await readdir(folder, { recursive: true }).catch(() => [])
	const plain = names.filter((name) => types[path.extname(name)])
	for (const name of plain) {
		const file = path.join(folder, name)
		const { size, mtimeMs } = await stat(file)
		const encodings = new Map<string, { file: string; size: number }>()
		for (const [encoding, suffix] of [['br', '.br'], ['gzip', '.gz']] as const)
			if (names.includes(name + suffix)) encodings.set(encoding, { file: file + suffix, size: (await stat(file + suffix)).size })
		assets.set(`/${name.split(path.sep).join('/')}`, { file, type: types[path.extname(name)] ?? '', encodings, size, etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`, scripts: name.endsWith('.html') ? inlineScripts(await readFile(file, 'utf8')) : [] })
	}
	return assets
}

function inlineScripts(page: string): string[] {
	return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
}
