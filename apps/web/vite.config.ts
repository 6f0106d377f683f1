import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { inlinePanes } from './build/inline-panes.ts'
import { pageHead } from './build/page-head.ts'
import { subsetFonts } from './build/subset-fonts.ts'

/** Panes of the default layout that are seen first, and what keeps the layout: they come with the shell (SPEED, other design consequences). */
const firstPanes = /\/capabilities\/(files\/web\/FilesPane|maestro\/web\/MaestroPane|chat\/web\/\w*ChatPane|terminal\/web\/TerminalPane|layout\/web\/LayoutSync)\.tsx$/

/** What the first load needs, as one file: the shell, the kits, those panes. What they load later stays out. */
const first = [
	/\/packages\/(contract|ui|web-kit)\/src\/(?!MarkdownRenderer|(dock\/)?late\/)/,
	/\/apps\/web\/src\/(?!main|shell\/late\/)/,
	/\/capabilities\/[\w-]+\/web\/index\.ts/,
	/\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack|flexlayout-react|tinykeys|lucide-react|use-sync-external-store)\//,
	firstPanes,
]
/** What signs in, ahead of the rest. */
const early = [/\/packages\/contract\/src\//, /\/packages\/web-kit\/src\/(address|api|backend|clamps|connection|dock\/layout-key|events|key-store|preferences|project|seen|session|sse|storage|wait)\.ts$/, /\/capabilities\/files\/(contract|web\/ahead)\.ts$/, /\/packages\/ui\/src\/clock\.ts$/, /\/apps\/web\/src\/early\.ts$/, /\/capabilities\/terminal\/web\/engine\.ts$/, /\/node_modules\/(react|zustand|typebox|use-sync-external-store)\//]
const slashed = (id: string) => id.split(path.sep).join('/')

export default defineConfig({
	root: import.meta.dirname,
	plugins: [pageHead(), inlinePanes((id) => firstPanes.test(slashed(id))), react({ compiler: true }), subsetFonts(), compress()],
	worker: { format: 'es' },
	build: {
		outDir: 'dist',
		emptyOutDir: true,
		target: 'es2023',
		reportCompressedSize: false,
		chunkSizeWarningLimit: 4000,
		modulePreload: { polyfill: false },
		rolldownOptions: { output: { codeSplitting: { groups: [
						{ name: 'early', priority: 1, test: (id: string) => early.some((pattern) => pattern.test(slashed(id))) },
						{ name: 'app', test: (id: string) => first.some((pattern) => pattern.test(slashed(id))) },
					], } } },
	},
	server: { proxy: { '^/(?!src|@|node_modules|packages|capabilities|theme|favicon|popout)[a-z]': { target: 'http://127.0.0.1:8000', ws: true } } },
})
