import { is } from '@drydock/contract'
import { visible } from '../../workspace/index.ts'
import { boundText } from '../bounds.ts'
import { allowed } from '../policy.ts'
import type { AgentTool } from '../types.ts'
import { defineTool, failure } from './define.ts'

const searchMs = 20_000
const searchBytes = 200_000
/** Hits of one file: a minified bundle must not fill the answer. */
const hitsPerFile = 50
const longestLine = 300
/** Larger ones are data or bundles. */
const largestFile = '5M'

/** Nobody searches these for code, and they are the bulk of a project that ignores nothing. */
const skippedFolders = ['.git', '.drydock', 'node_modules', 'dist', 'build', 'target', '.venv', '__pycache__', '.next', 'coverage']
/** Reading these asks first, so searching leaves them out. */
const skippedFiles = ['.env', '.env.*', '*.pem', '*.key', 'id_rsa', 'id_ed25519', '.netrc', '.git-credentials']

const search = defineTool({
	name: 'search',
	description: 'Searches file contents for a regular expression (no look-around); files that git ignores are left out. Answers "file:line:text". "glob" limits the files, e.g. "*.ts" or "src/**/*.css"; "path" the folder.',
	input: is.object({ pattern: is.text({ minLength: 1, maxLength: 1000 }), glob: is.maybe(is.text({ maxLength: 200 })), path: is.maybe(is.text({ maxLength: 4096 })) }),
	readOnly: true,
	judge: () => allowed,
	async run({ pattern, glob, path = '.' }, { kernel, cwd, signal }) {
		try {
			const { rgPath } = await import('@vscode/ripgrep')
			const place = kernel.workspace.resolve(cwd, path)
			const base = kernel.workspace.resolve(cwd).absolute
			const folder = place.absolute === base ? '.' : `./${place.absolute.slice(base.length + 1)}`
			// In the sandbox: links lead nowhere else, and the clock stops what takes too long.
			const argv = [
				rgPath,
				'--no-config',
				'--no-require-git',
				'--hidden',
				'--no-heading',
				'--with-filename',
				'--line-number',
				'--color=never',
				`--max-count=${hitsPerFile}`,
				`--max-columns=${longestLine}`,
				'--max-columns-preview',
				`--max-filesize=${largestFile}`,
				...(glob === undefined ? [] : [`--glob=${glob}`]),
				...[...skippedFolders, ...skippedFiles].map((name) => `--glob=!${name}`),
				'--regexp',
				pattern,
				'--',
				folder,
			]
			const { code, stdout, stderr, timedOut } = await kernel.processes.run({ argv, programs: [rgPath], cwd, sandbox: 'read-only', timeoutMs: searchMs, maxOutputBytes: searchBytes, signal })
			if (timedOut) return { output: 'The search took too long. Use a simpler pattern or a smaller folder.', isError: true }
			if (code > 1 && stdout === '') return { output: `The search failed: ${stderr.trim().slice(0, 500)}`, isError: true }
			// It searches on several threads: the order is made here.
			const hits = stdout.split('\n').filter(Boolean).toSorted(byPlace)
			const lines = hits.map((line) => visible(line.replace(/^\.\//, '')))
			return { output: lines.length === 0 ? 'Nothing found.' : boundText(lines.join('\n')).text, facts: { hits: lines.length } }
		} catch (error) {
			return failure(error)
		}
	},
})

const placeOf = /^(.*?):(\d+):/

function byPlace(a: string, b: string): number {
	const [, fileA = a, lineA = ''] = placeOf.exec(a) ?? []
	const [, fileB = b, lineB = ''] = placeOf.exec(b) ?? []
	return fileA === fileB ? Number(lineA) - Number(lineB) : fileA < fileB ? -1 : 1
}

export const searchTools: AgentTool[] = [search]
