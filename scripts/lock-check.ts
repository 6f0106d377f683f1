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
	for (const [dependency, range] of Object.entries(entry.optionalDependencies ?? {})) {
		const version = lockedVersion(place, dependency)
		if (version === undefined) problems.push(`${name || 'the project'} names the optional ${dependency}, which is not in the lock: npm ci would refuse it`)
		else if (isExact(range) && version !== range) problems.push(`${name || 'the project'} wants ${dependency} ${range}, the lock has ${version}: npm ci would refuse it`)
	}
	if (place === '' || /^(apps|packages)\//.test(place))
		for (const [dependency, range] of Object.entries({ ...entry.dependencies, ...entry.devDependencies })) if (!isExact(range)) problems.push(`${place || 'the project'} does not pin ${dependency} exactly (${range})`)
}
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function isExact(range: string): boolean {
	return /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range)
}

/** The version that a package would find, looking upwards as Node does. */
function lockedVersion(place: string, dependency: string): string | undefined {
	for (let from = place; ; from = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
		const found = packages[`${from ? `${from}/` : ''}node_modules/${dependency}`] ?? (from.includes('node_modules') ? undefined : packages[`node_modules/${dependency}`])
		if (found || !from.includes('node_modules')) return found?.version
	}
}
