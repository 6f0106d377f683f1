import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Script } from '../../packages/server-kit/src/testing/model-script.ts'

const main = fileURLToPath(new URL('../../packages/server-kit/src/testing/model-server-main.ts', import.meta.url))

/** The scripted model as a process of its own, so that it outlives a killed server; its variables are what the server is started with. */
export async function startModel(folder: string, script: Script | Script[]): Promise<{ env: Record<string, string>; stop(): void }> {
	const file = path.join(folder, 'script.json')
	await writeFile(file, JSON.stringify(script))
	const child = spawn(process.execPath, [main, file], { stdio: ['ignore', 'pipe', 'inherit'] })
	for await (const line of createInterface({ input: child.stdout })) {
		child.stdout.resume()
		return {
			env: { DRYDOCK_PROVIDER: 'compatible', DRYDOCK_PROVIDER_URL: `${line.trim()}/v1`, DRYDOCK_PROVIDER_KEY: 'sk-fixture-0123456789abcdef0123456789abcdef', DRYDOCK_MODEL: 'scripted' },
			stop: () => void child.kill(),
		}
	}
	throw new Error('The scripted model did not start')
}
