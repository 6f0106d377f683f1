// The lock file must install on a fresh machine: every version exact, every optional platform package present, no install scripts, no download addresses.
import { readFile } from 'node:fs/promises'

interface Package {
	version?: string
	resolved?: string
	link?: boolean
	hasInstallScript?: boolean
	optional?: boolean
	optionalDependencies?: Record<string, string>
	dependencies?: Record<string, string>
	devDependencies?: Record<string, string>
}

const home = new URL('../', import.meta.url)
const { packages } = JSON.parse(await readFile(new URL('package-lock.json', home), 'utf8')) as { packages: Record<string, Package> }
/** Only ever run for an optional native speed-up that nobody needs. */
const toleratedScripts = new Set(['fsevents'])
const problems: string[] = []

for (const [place, entry] of Object.entries(packages)) {
	const name = place.replace(/^.*node_modules\//, '')
	if (entry.hasInstallScript && !toleratedScripts.has(name)) problems.push(`${name} runs an install script`)
	if (entry.resolved?.startsWith('http') === true) problems.push(`${name} names a download address: run npm install with omit-lockfile-registry-resolved=true`)
	for (const dependency of Object.keys(entry.optionalDependencies ?? {})) if (!isLocked(place, dependency)) problems.push(`${name || 'the project'} names the optional ${dependency}, which is not in the lock: npm ci would refuse it`)
	if (place === '' || /^(apps|packages)\//.test(place))
		for (const [dependency, range] of Object.entries({ ...entry.dependencies, ...entry.devDependencies })) if (!/^\d+\.\d+\.\d+/.test(range)) problems.push(`${place || 'the project'} does not pin ${dependency} exactly (${range})`)
}
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function isLocked(place: string, dependency: string): boolean {
	for (let from = place; ; from = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
		if (packages[`${from ? `${from}/` : ''}node_modules/${dependency}`]) return true
		if (!from.includes('node_modules')) return packages[`node_modules/${dependency}`] !== undefined
	}
}
