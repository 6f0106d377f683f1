import { isLarge } from '@drydock/editor-kit'
import { useApi, wait, type Api } from '@drydock/web-kit'
import { useEffect, useRef } from 'react'
import { watchFiles } from '../../files/contract.ts'
import type { Documents } from './documents.ts'
import { keyOf, type FileAt } from './open-file.ts'

const restartMs = 5000

/** Follows the open files on disk, one stream for each working folder. */
export function useDiskWatch(documents: Documents, files: readonly FileAt[]): void {
	const api = useApi()
	const covered = useRef(new Set<string>())
	const wanted = JSON.stringify(files.map(({ cwd, path }) => [cwd, path]).toSorted())
	useEffect(() => {
		const stop = new AbortController()
		const all = JSON.parse(wanted) as [string, string][]
		for (const [cwd, own] of Map.groupBy(all, ([cwd]) => cwd)) void follow(api, documents, { cwd, paths: own.map(([, path]) => path), covered: covered.current, signal: stop.signal })
		return () => stop.abort()
	}, [api, documents, wanted])
}

async function follow(api: Api, documents: Documents, { cwd, paths, covered, signal }: { cwd: string; paths: string[]; covered: Set<string>; signal: AbortSignal }): Promise<void> {
	let isFirst = true
	try {
		while (!signal.aborted) {
			for await (const event of api.open(watchFiles, { cwd, path: paths }, { signal, endless: true })) {
				if (event.type === 'changed') void documents.lookAgain(keyOf({ cwd, path: event.data.path }))
				else {
					// Read again what may have changed before the watch stood; a large file that was just read is not worth it.
					for (const key of paths.map((path) => keyOf({ cwd, path }))) {
						if (!isFirst || (!covered.has(key) && !isLarge(documents.find(key)?.savedText ?? ''))) void documents.lookAgain(key)
						covered.add(key)
					}
					isFirst = false
				}
			}
			await wait(restartMs, signal)
		}
	} catch {
		// Stopped, or the folder is no longer open to us: saving still sees every change.
	}
}
