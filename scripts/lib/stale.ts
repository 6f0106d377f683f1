import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

const sources = ['apps', 'packages', 'capabilities', 'scripts/lib', 'package-lock.json']

/** Whether anything that the build reads has changed since the last one. */
export async function isStale(home: URL): Promise<boolean> {
	const stamp = await readFile(stampFile(home), 'utf8').catch(() => '')
	return stamp !== fingerprint(home)
}

export const stampFile = (home: URL) => new URL('dist/stamp', home)

/** Names, sizes and times of all sources: a few milliseconds for a few hundred files. */
export function fingerprint(home: URL): string {
	const hash = createHash('sha256')
	for (const source of sources) add(new URL(source, home).pathname)
	return hash.digest('hex')

	function add(path: string) {
		const info = statSync(path, { throwIfNoEntry: false })
		if (!info) return
		if (!info.isDirectory()) return hash.update(`${path}:${info.size}:${Math.trunc(info.mtimeMs)}\n`)
		for (const name of readdirSync(path).sort()) if (name !== 'dist' && name !== 'node_modules' && !name.includes('.test.')) add(`${path}/${name}`)
	}
}
