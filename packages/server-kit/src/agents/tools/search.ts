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

/** Nobody searches these for code, and they are the bulk of a project. */
const skippedFolders = ['.git', '.drydock', 'node_modules', 'dist', 'build', 'target', '.venv', '__pycache__', '.next', 'coverage']
/** Reading these asks first, so searching leaves them out. */
const skippedFiles = ['.env', '.env.*', '*.pem', '*.key', 'id_rsa', 'id_ed25519', '.netrc', '.git-credentials']

const search = defineTool({
	name: 'search',
	description: 'Searches file contents for a regular expression (Perl style). Answers "file:line:text". "glob" limits the file names, e.g. "*.ts"; "path" the folder.',
	input: is.object({ pattern: is.text({ minLength: 1, maxLength: 1000 }), glob: is.maybe(is.text({ maxLength: 200 })), path: is.maybe(is.text({ maxLength: 4096 })) }),
	readOnly: true,
	judge: () => allowed,
	async run({ pattern, glob, path = '.' }, { kernel, cwd, signal }) {
		try {
			const place = kernel.workspace.resolve(cwd, path)
			const base = kernel.workspace.resolve(cwd).absolute
			const folder = place.absolute === base ? '.' : `./${place.absolute.slice(base.length + 1)}`
			// In the sandbox: a pattern that never ends is stopped by the clock, and links lead nowhere else.
			const argv = [
				'/usr/bin/grep',
				'-rnIP',
				'--color=never',
				`--max-count=${hitsPerFile}`,
				...skippedFolders.map((name) => `--exclude-dir=${name}`),
				...(glob === undefined ? [] : [`--include=${glob.split('/').at(-1)}`]),
				...skippedFiles.map((name) => `--exclude=${name}`),
				'-e',
				pattern,
				'--',
				folder,
			]
			const { code, stdout, stderr, timedOut } = await kernel.processes.run({ argv, cwd, sandbox: 'read-only', timeoutMs: searchMs, maxOutputBytes: searchBytes, signal })
			if (timedOut) return { output: 'The search took too long. Use a simpler pattern or a smaller folder.', isError: true }
			if (code > 1 && stdout === '') return { output: `The search failed: ${stderr.trim().slice(0, 500)}`, isError: true }
			const hits = stdout.split('\n').filter(Boolean)
			const lines = hits.map((line) => visible(line.replace(/^\.\//, '')).slice(0, longestLine))
			return { output: lines.length === 0 ? 'Nothing found.' : boundText(lines.join('\n')).text, facts: { hits: lines.length } }
		} catch (error) {
			return failure(error)
		}
	},
})

export const searchTools: AgentTool[] = [search]
