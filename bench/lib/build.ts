import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { build as viteBuild } from 'vite'
import { build } from '../../scripts/lib/build.ts'
import { isStale } from '../../scripts/lib/stale.ts'

const home = new URL('../../', import.meta.url)
const out = new URL('dist/bench/', home)

/** Builds the product if it is stale, and the floor with the same tools. */
export async function buildBoth({ withPage }: { withPage: boolean }) {
	if (await isStale(home)) {
		console.error('Building Drydock…')
		await build(home)
	}
	const bundle = await rolldown({
		input: { start: pathOf('bench/floor/start.ts'), server: pathOf('bench/floor/server.ts') },
		platform: 'node',
		external: [/^node:/, /^@lydell\//],
	})
	await bundle.write({ dir: fileURLToPath(out), format: 'esm' })
	await bundle.close()
	if (withPage) await viteBuild({ root: pathOf('bench/floor/page'), logLevel: 'error', worker: { format: 'es' }, build: { outDir: fileURLToPath(new URL('page', out)), emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 9000, modulePreload: { polyfill: false } } })
}

const pathOf = (file: string) => fileURLToPath(new URL(file, home))
