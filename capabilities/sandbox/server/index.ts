import { userInfo } from 'node:os'
import { serve, type Kernel } from '@drydock/server-kit'
import { hostsOf, setHosts, type Profile } from '@drydock/server-kit/process/index.ts'
import { mostShown, type Effect } from '@drydock/server-kit/workspace/index.ts'
import * as contract from '../contract.ts'
import { createLanguages } from './languages.ts'
import { createSnippets } from './snippets.ts'

export default serve(contract, (kernel) => {
	const languages = createLanguages(kernel)
	const snippets = createSnippets(kernel, languages)
	return {
		sandboxProfile: ({ cwd }) => describe(kernel, languages, cwd),
		async setSandboxHosts({ cwd, hosts }) {
			const { root } = kernel.processes.locate(cwd)
			await setHosts(kernel.settings, root, hosts)
			return { hosts: await hostsOf(kernel.settings)(root) }
		},
		runSnippet: (input, context) => snippets.run(input, context),
		listShadowRuns: async () => ({ runs: (await kernel.shadow.list()).map(summaryOf) }),
		async getShadowRun({ id }) {
			const effect = await kernel.shadow.get(id)
			return { run: summaryOf(effect), files: await kernel.shadow.files(id), more: Math.max(0, effect.changes.length - mostShown) }
		},
		async mergeShadowRun({ id, files }) {
			const { entry, restored, conflicts, left } = await kernel.shadow.merge(id, { files }, { kind: 'user', label: 'You' })
			return { ...(entry !== undefined && { entry }), merged: restored, conflicts: conflicts.map(({ path, reason }) => ({ path, reason })), left }
		},
		async discardShadowRun({ id }) {
			await kernel.shadow.discard(id)
			return { ok: true }
		},
	}
})

async function describe({ processes, shadow }: Kernel, languages: ReturnType<typeof createLanguages>, cwd: string) {
	const { sandbox, reason, counted, note } = await processes.capability()
	if (!sandbox) return { available: false, ...(reason !== undefined && { reason }), shadow: { available: false }, languages: [] }
	const [profile, found, copies] = await Promise.all([processes.profile({ cwd, network: true }), languages.find(cwd), shadow.capability()])
	return {
		available: true,
		shadow: { available: copies.shadow, ...(copies.reason !== undefined && { reason: copies.reason }) },
		profile: { ...shown(profile), ...(counted !== undefined && { counted }), ...(note !== undefined && { note }) },
		languages: found.map(({ id, version }) => ({ id, version })),
	}
}

function shown({ root, toolchains, guarded, hosts, limits, identity }: Profile) {
	const { memoryBytes, processes, cpuSeconds, fileBytes, scratchBytes } = limits
	return {
		root,
		toolchains: [...toolchains],
		guarded: guarded.map((file) => file.slice(root.length + 1)),
		hosts: [...hosts],
		user: identity.words.length > 0 ? `the owner of the project (${identity.uid})` : identity.uid === 0 ? 'root without rights, as nobody' : userInfo().username,
		limits: { memory_bytes: memoryBytes, processes, cpu_seconds: cpuSeconds, file_bytes: fileBytes, scratch_bytes: scratchBytes },
	}
}

function summaryOf({ id, at, root, title, author, changes }: Effect) {
	return { id, at, root, title, by: author.label, changes: changes.length }
}
