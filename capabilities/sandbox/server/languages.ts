import type { Kernel } from '@drydock/server-kit'
import { languageIds, type LanguageId } from '../contract.ts'

const programs: Record<LanguageId, string> = { bash: 'bash', node: 'node', python: 'python3', ruby: 'ruby', perl: 'perl' }
/** How each takes a program as a word. */
const options: Record<LanguageId, readonly string[]> = { bash: ['--norc', '--noprofile', '-c'], node: ['-e'], python: ['-c'], ruby: ['-e'], perl: ['-e'] }
const versionsMs = 10_000
const keptMs = 60_000

export interface Language {
	id: LanguageId
	version: string
	/** Where it lies inside the sandbox. */
	file: string
}

/** The languages that really start inside the sandbox, asked for in one go. */
export function createLanguages({ processes, clock }: Pick<Kernel, 'processes' | 'clock'>) {
	const known = new Map<string, { at: number; found: Promise<Language[]> }>()

	async function look(cwd: string): Promise<Language[]> {
		const line = `for it in ${Object.values(programs).join(' ')}; do file=$(command -v $it) && version=$($it --version 2>&1 </dev/null) && printf '%s\\t%s\\t%s\\n' $it "$file" "$(printf %s "$version" | grep -m1 .)"; done; true`
		const { stdout } = await processes.run({ line, cwd, sandbox: 'read-only', timeoutMs: versionsMs, maxOutputBytes: 8192 })
		const rows = stdout.split('\n').map((row) => row.split('\t'))
		return languageIds.flatMap((id) => {
			const [, file, version = ''] = rows.find(([name]) => name === programs[id]) ?? []
			return file === undefined ? [] : [{ id, file, version: /\d+(\.\d+)+/.exec(version)?.[0] ?? '' }]
		})
	}

	return {
		find(cwd: string): Promise<Language[]> {
			const { root } = processes.locate(cwd)
			const last = known.get(root)
			if (last && clock.now() - last.at < keptMs) return last.found
			const found = look(cwd)
			known.set(root, { at: clock.now(), found })
			found.catch(() => known.delete(root))
			return found
		},
		words: ({ id, file }: Language, code: string): string[] => [file, ...options[id], code],
	}
}

export type Languages = ReturnType<typeof createLanguages>
