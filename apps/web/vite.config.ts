import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { preloadPanes } from './build/preload-panes.ts'

/** What the shell and every pane stand on; what they load later stays out. */
const kit = /\/packages\/(contract|ui|web-kit)\/src\/(?!MarkdownRenderer)|\/shell\/palette-state|\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack|flexlayout-react|tinykeys|lucide-react|virtua|@base-ui|@floating-ui|use-sync-external-store)\//

/** Panes of the default layout: one chunk, so that the first load is few requests (SPEED, other design consequences). */
const defaultPanes = /\/capabilities\/(files|maestro|chat|terminal)\/web\/(?!index\.ts)/

function group(name: string, pattern: RegExp) {
	return { name, test: (id: string) => pattern.test(id.split(path.sep).join('/')) }
}

export default defineConfig({
	root: import.meta.dirname,
	plugins: [react({ compiler: true }), preloadPanes('panes'), compress()],
	worker: { format: 'es' },
	build: {
		outDir: 'dist',
		emptyOutDir: true,
		target: 'es2023',
		reportCompressedSize: false,
		chunkSizeWarningLimit: 4000,
		modulePreload: { polyfill: false },
		rolldownOptions: { output: { codeSplitting: { groups: [group('kit', kit), group('panes', defaultPanes)] } } },
	},
	server: { proxy: { '^/(?!src|@|node_modules|packages|capabilities|theme|favicon|popout)[a-z]': { target: 'http://127.0.0.1:8000', ws: true } } },
})
