import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressed = /\.(js|css|html|svg|json|wasm|ttf)$/
/** Smaller files cost more in headers than they save. */
const leastBytes = 600

/** Leaves a .br and a .gz beside every text, made once at the best level instead of for each request. */
export function compress(): Plugin {
	let folder = ''
	return {
		name: 'drydock:compress',
		apply: 'build',
		configResolved: ({ root, build }) => void (folder = path.resolve(root, build.outDir)),
		async closeBundle() {
			const names = await readdir(folder, { recursive: true })
			await Promise.all(names.filter((name) => compressed.test(name)).map((name) => compressFile(path.join(folder, name))))
		},
	}
}

async function compressFile(file: string) {
	const bytes = await readFile(file)
	if (bytes.length < leastBytes) return
	const brotli = promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 9 : 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
	await Promise.all([writeFile(`${file}.br`, await brotli), writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))])
}
