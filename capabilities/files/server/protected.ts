import { DrydockError } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { protectionOf, visible, type Author } from '@drydock/server-kit/workspace/index.ts'

export const you: Author = { kind: 'user', label: 'You' }

interface Deed {
	cwd: string
	paths: readonly string[]
	does: string
	word: string | undefined
}

/** Files that can run code, steer agents or hold secrets are written only after a person said yes to exactly that. */
export function confirmProtected({ workspace, confirmations }: Kernel, { cwd, paths, does, word }: Deed): void {
	const special = paths.flatMap((path) => protectionOf(workspace.resolve(cwd, path).relative)?.sentence.replace(/^/, `${visible(path)} `) ?? [])
	const own = paths.find((path) => protectionOf(workspace.resolve(cwd, path).relative)?.kind === 'own')
	if (own !== undefined) throw new DrydockError(403, 'workspace.protected', `${visible(own)} belongs to Drydock itself and cannot be written from here.`)
	if (special.length === 0) return
	confirmations.require(JSON.stringify([does, cwd, paths]), word, `${special.join(' ')} ${does} it?`)
}
