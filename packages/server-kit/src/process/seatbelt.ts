import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Confined, Confinement, ConfinementOptions } from './confinement.ts'
import { startHostProxy } from './host-proxy.ts'
import type { Limits } from './limits.ts'
import { isProgram } from './locate.ts'
import { proxyVariables } from './network.ts'
import { seatbeltProfile } from './seatbelt-profile.ts'
import { unavailable } from './unavailable.ts'

const systemFolder = '/usr/bin'
/** What `ulimit -f` counts in. */
const block = 1024
// Whatever cannot be lowered is lower already. The last line tells on descriptor 3 that the command starts inside.
const startScript = '{ ulimit -c 0; ulimit -f "$1"; ulimit -t "$2"; ulimit -n "$3"; ulimit -u "$4"; } 2>/dev/null; shift 4; printf started >&3; exec "$@" 3>&-'

/** macOS: Apple's own sandbox by `sandbox-exec`, limits by the shell. Proved by its own probes at the start, since nobody of us could try it (0068). */
export function createSeatbelt({ searchPath = [systemFolder] }: Pick<ConfinementOptions, 'searchPath'>): Confinement {
	return {
		isProvedFirst: true,
		note: 'Proved by probes when this server started. On macOS the memory of a command and its space for temporary files cannot be limited, and a program that leaves its group goes on inside the sandbox after the command has ended.',
		counted: async () => undefined,
		async confine(own, command): Promise<Confined> {
			const program = searchPath.map((folder) => path.join(folder, 'sandbox-exec')).find(isProgram)
			if (program === undefined) throw unavailable('sandbox-exec is missing, which macOS brings along')
			if (own.identity.words.length > 0) throw unavailable('the server runs as root; start it as the owner of the project')
			const limits = await limitNumbers(own.limits)
			const scratch = await mkdtemp(path.join(await realpath(os.tmpdir()), 'drydock-scratch-'))
			const home = path.join(scratch, 'home')
			const temporary = path.join(scratch, 'tmp')
			for (const folder of [home, temporary]) await mkdir(folder)
			const proxy = own.hosts.length > 0 ? await startHostProxy('port', own.hosts) : undefined
			const { text, parameters } = seatbeltProfile(own, { scratch, port: proxy?.port })
			const start = ['/bin/bash', '--norc', '--noprofile', '-c', startScript, 'bash', ...limits, ...command]
			return {
				words: [program, '-p', text, ...parameters, ...start],
				cwd: own.cwd,
				env: { HOME: home, TMPDIR: temporary, ...(proxy?.port !== undefined && proxyVariables(proxy.port)) },
				read: (told) => ({ started: told === 'started' }),
				endsWhole: false,
				contacts: proxy?.contacts,
				async close() {
					proxy?.close()
					// What it closed to everybody stays, in a folder that nobody else can enter.
					await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
				},
			}
		},
	}
}

/** Processes are counted for the whole user here, so what runs already is added. */
async function limitNumbers({ fileBytes, cpuSeconds, openFiles, processes }: Limits): Promise<string[]> {
	const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'uid=']).catch((error: unknown) => {
		throw unavailable(`the processes of this user could not be counted: ${String(error)}`)
	})
	const running = stdout.split('\n').filter((line) => line.trim() === String(process.getuid?.())).length
	return [Math.ceil(fileBytes / block), cpuSeconds, openFiles, running + processes].map(String)
}
