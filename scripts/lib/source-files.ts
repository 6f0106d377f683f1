import { readdir } from 'node:fs/promises'
import path from 'node:path'

const folders = ['apps', 'packages', 'capabilities', 'scripts', 'e2e', 'bench']
const skipped = new Set(['node_modules', 'dist', 'cases', 'fixtures', '.cache'])

/** All sources of the project, relative to its folder, sorted. */
export async function sourceFiles(home: string, extensions: readonly string[] = ['.ts', '.tsx', '.css']): Promise<string[]> {
	const found: string[] = []
	for (const folder of folders) await walk(folder)
	return found.sort()

	async function walk(folder: string): Promise<void> {
		const entries = await readdir(path.join(home, folder), { withFileTypes: true }).catch(() => [])
		for (const entry of entries) {
			if (entry.isDirectory() && !skipped.has(entry.name)) await walk(`${folder}/${entry.name}`)
			else if (extensions.includes(path.extname(entry.name))) found.push(`${folder}/${entry.name}`)
		}
	}
}
