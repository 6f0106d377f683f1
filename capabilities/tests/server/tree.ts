import { createHash } from 'node:crypto'
import type { Ledger } from '@drydock/server-kit/workspace/index.ts'

type Tree = Awaited<ReturnType<Ledger['tree']>>

/** One word for all files of a project. */
export function hashOf({ paths }: Tree): string {
	const hash = createHash('sha256')
	for (const [path, state] of [...paths].toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${path}\0${state}\0`)
	return hash.digest('hex')
}

/** What was there before and is not the same after. What only came may be the command's own: caches, reports. */
export function changedBetween(before: Tree, after: Tree): string[] {
	return [...before.paths].flatMap(([path, state]) => (after.paths.get(path) === state ? [] : [path]))
}

/** The folders to watch. */
export function foldersOf({ paths }: Tree): string[] {
	return ['', ...[...paths].flatMap(([path, state]) => (state === 'folder' ? [path] : []))]
}
