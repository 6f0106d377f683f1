import path from 'node:path'
import { systemPath } from './environment.ts'
import type { Confined, Confinement, ConfinementOptions } from './confinement.ts'
import { findControlGroups, joinWords } from './control-group.ts'
import { isProgram } from './locate.ts'
import { openNetwork } from './network.ts'
import { sandboxArguments } from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'
import { unavailable } from './unavailable.ts'

const statusAt = 3
const filterAt = 4

/** Linux: namespaces by bubblewrap, a filter on system calls, a control group where there are any. */
export function createBubblewrap({ searchPath = systemPath, useControlGroups }: Omit<ConfinementOptions, 'platform'>): Confinement {
	let groups: ReturnType<typeof findControlGroups> | undefined
	const controlGroups = async () => (useControlGroups ? (groups ??= findControlGroups()) : undefined)

	return {
		isProvedFirst: false,
		counted: async () => ((await controlGroups()) ? 'kernel' : 'watched'),
		async confine(own, command, overlay): Promise<Confined> {
			const bubblewrap = searchPath.map((folder) => path.join(folder, 'bwrap')).find(isProgram)
			if (bubblewrap === undefined) throw unavailable('bubblewrap is not installed')
			const network = await openNetwork(own)
			const close = async () => network?.close()
			try {
				const filter = seccompFilter()
				const group = await (await controlGroups())?.(own.limits)
				const inside = sandboxArguments(own, { more: [...(overlay?.inside ?? own.identity.inside), ...(network?.binds ?? [])], command: [...(network?.forwarder ?? []), ...command] })
				const joins = group ? ['/bin/sh', ...joinWords(group)] : []
				const told = ['--json-status-fd', String(statusAt), ...(filter ? ['--seccomp', String(filterAt)] : [])]
				const words = [...joins, ...(overlay?.words ?? []), ...own.identity.words, bubblewrap, ...told, ...inside]
				return { words, env: network?.env ?? {}, filter, read, endsWhole: true, group, contacts: network?.contacts, close }
			} catch (error) {
				await close()
				throw error
			}
		},
	}
}

/** Bubblewrap tells the exit code only if the command was really started inside. */
function read(told: string): { started: boolean; code?: number } {
	const code = /"exit-code"\s*:\s*(\d+)/.exec(told)?.[1]
	return code === undefined ? { started: false } : { started: true, code: Number(code) }
}
