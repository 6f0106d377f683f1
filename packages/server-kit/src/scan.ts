import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { ServerHalf } from './serve.ts'

/** Every `<name>/server/index.ts` of a folder is served; being there is the registration. */
export async function scanServerHalves(folder: URL): Promise<ServerHalf[]> {
	const names = (await readdir(folder)).sort()
	const entries = names.map((name) => new URL(`${name}/server/index.ts`, folder)).filter((entry) => existsSync(entry))
	return Promise.all(entries.map(async (entry) => ((await import(entry.href)) as { default: ServerHalf }).default))
}
