import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createProcesses } from '@drydock/server-kit/process/index.ts'
import { makeProfile } from '@drydock/server-kit/process/profile.ts'
import { sandboxArguments } from '@drydock/server-kit/process/sandbox.ts'
import { group } from '../lib/measure.ts'

const commands = 30
const argv = ['/usr/bin/true']
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }

/** A command with profile, filter, limits and their counting, beside bubblewrap alone with the same binds. */
export const sandbox = group({
	name: 'sandbox',
	figures: {
		command: { title: `One command in the sandbox (of ${commands} in a row)`, unit: 'ms', ratio: 1.5 },
		shadow: { title: 'One command on a copy of the project, its changes read', unit: 'ms' },
	},
	warmUp: true,
	async measure(side, { scratch }) {
		const project = path.join(scratch, 'sandboxed')
		await mkdir(path.join(project, '.git'), { recursive: true })
		await writeFile(path.join(project, 'a.txt'), 'a\n')
		return side === 'product' ? measureProduct(project, scratch) : { command: await each(() => plain(project)) }
	},
})

async function measureProduct(project: string, scratch: string) {
	const processes = createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [], env, shadowDir: path.join(scratch, 'shadow') })
	await processes.capability()
	const command = await each(() => processes.run({ argv, cwd: '.' }))
	const { shadow: hasCopies } = await processes.shadowCapability()
	if (!hasCopies) return { command }
	const shadow = await each(() => processes.shadow({ argv: ['/usr/bin/touch', 'new'], cwd: '.' }, async (entries) => entries.length))
	return { command, shadow }
}

function plain(project: string): Promise<unknown> {
	const words = sandboxArguments(makeProfile({ mode: 'project', root: project, cwd: project, secretFolders: [], env }), { command: argv })
	const child = spawn('bwrap', [...words.slice(0, words.indexOf('--') + 1), ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] })
	return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

async function each(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now()
	for (let index = 0; index < commands; index++) await work()
	return (performance.now() - begun) / commands
}
