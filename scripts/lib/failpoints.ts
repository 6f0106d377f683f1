import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sourceFiles } from './source-files.ts'

/** Every failpoint of the product by name, read from the sources, so that none stays untested. */
export async function failpoints(home: string): Promise<string[]> {
	const files = (await sourceFiles(home, ['.ts'])).filter((file) => !/\.test\.ts$|^scripts\/|^e2e\//.test(file))
	const names = new Set<string>()
	for (const file of files) for (const [, name] of (await readFile(path.join(home, file), 'utf8')).matchAll(/await failpoint\('([^']+)'\)/g)) if (name) names.add(name)
	return [...names].sort()
}
