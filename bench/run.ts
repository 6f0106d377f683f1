// npm run bench: the product beside a floor of the same engines, in one run. --only NAME[,NAME], --rounds N, --strict.
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dock } from './figures/dock.ts'
import { editor } from './figures/editor.ts'
import { log } from './figures/events.ts'
import { files } from './figures/files.ts'
import { folder } from './figures/folder.ts'
import { listing } from './figures/listing.ts'
import { load } from './figures/load.ts'
import { memory } from './figures/memory.ts'
import { policy } from './figures/policy.ts'
import { sandbox } from './figures/sandbox.ts'
import { sessions } from './figures/sessions.ts'
import { start } from './figures/start.ts'
import { streams } from './figures/streams.ts'
import { tabs } from './figures/tabs.ts'
import { terminal } from './figures/terminal.ts'
import { executablePath } from './lib/browser.ts'
import { buildBoth } from './lib/build.ts'
import { makeFixtures } from './lib/fixtures.ts'
import { runGroup, type Result } from './lib/measure.ts'
import { describeRun, printTable, saveResults } from './lib/report.ts'

const inServer = [start, memory, listing, files, log, policy, sandbox, streams]
const inBrowser = [load, folder, editor, tabs, dock, terminal, sessions]
const groups = [...inServer, ...inBrowser]

const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string', default: '5' }, strict: { type: 'boolean', default: false } } })
const names = values.only?.split(',')
const unknown = names?.filter((name) => !groups.some((group) => group.name === name)) ?? []
const rounds = Number(values.rounds)
if (unknown.length > 0 || !(rounds >= 1)) {
	console.error(`Usage: npm run bench -- [--only NAME,…] [--rounds N] [--strict]\nNames: ${groups.map(({ name }) => name).join(', ')}`)
	process.exit(2)
}
const chosen = groups.filter(({ name }) => names?.includes(name) ?? true)

await buildBoth({ withPage: chosen.some((group) => inBrowser.includes(group)) })
const scratch = await realpath(await mkdtemp(path.join(os.tmpdir(), 'drydock-bench-')))
const results: Result[] = []
try {
	const fixtures = await makeFixtures(scratch)
	for (const group of chosen) {
		console.error(`${group.name}…`)
		results.push(...(await runGroup(group, { fixtures, scratch }, rounds)))
	}
} finally {
	await rm(scratch, { recursive: true, force: true, maxRetries: 3 })
}
await saveResults(describeRun(rounds, executablePath), results)
printTable(results)
process.exitCode = values.strict && results.some(({ held }) => held === false) ? 1 : 0
