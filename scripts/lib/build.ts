import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'
import { build as viteBuild } from 'vite'
import { fingerprint, stampFile } from './stale.ts'

/** Loaded on first use, or native: they stay in node_modules. */
const external = [/^node:/, /^@lydell\//, /^@vscode\//, 'web-tree-sitter', 'wasm-vips', 'ai', /^@ai-sdk\//, /^@openrouter\//]

/** Builds the page and the server; a stamp tells the next start that nothing has changed. */
export async function build(home: URL): Promise<void> {
	const stamp = fingerprint(home)
	await Promise.all([buildPage(home), buildServer(home)])
	await writeFile(stampFile(home), stamp)
}

export async function buildPage(home: URL) {
	await viteBuild({ root: fileURLToPath(new URL('apps/web', home)), logLevel: 'warn' })
}

/** One bundle: hundreds of small modules cost the start most of its time. */
export async function buildServer(home: URL) {
	await mkdir(new URL('dist', home), { recursive: true })
	const bundle = await rolldown({
		input: { main: fileURLToPath(new URL('apps/server/main.ts', home)) },
		platform: 'node',
		external,
		plugins: [staticCapabilities(home)],
	})
	await bundle.write({ dir: fileURLToPath(new URL('dist/server', home)), format: 'esm', sourcemap: true, cleanDir: true, minify: { mangle: false, compress: true, codegen: true } })
	await bundle.close()
}

/** Replaces the folder scan at start by a list made now. */
function staticCapabilities(home: URL): Plugin {
	return {
		name: 'static-capabilities',
		async load(id) {
			if (!id.endsWith('/apps/server/capabilities.ts')) return undefined
			const folder = new URL('capabilities/', home)
			const names = (await readdir(folder)).sort().filter((name) => existsSync(new URL(`${name}/server/index.ts`, folder)))
			const imports = names.map((name, index) => `import half${index} from ${JSON.stringify(fileURLToPath(new URL(`${name}/server/index.ts`, folder)))}`)
			return `${imports.join('\n')}\nexport const loadServerHalves = async () => [${names.map((_, index) => `half${index}`).join(', ')}]`
		},
	}
}
