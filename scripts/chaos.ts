// npm run chaos: the main journey with the server killed by SIGKILL at every failpoint. --sample takes the few that matter most;
// --point NAME one of them. A failpoint that the journey never reaches is a failure too. The whole run then does it again with a page in
// Chromium, which has to catch up without a reload; of that, `npm test` has a sample among the browser tests.
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { failpoints } from './lib/failpoints.ts'
import { runPoint } from './chaos/run-point.ts'

/** The boundaries between an effect and its record. */
const sample = ['tasks.create.after', 'tasks.append.after', 'step.after-model', 'approval.decide.after', 'tool.after-start', 'tool.after-effect', 'workspace.write.before-rename', 'tasks.cancel.after']
/** Later hits of what is hit often: another event, another tool. */
const further: Record<string, number[]> = { 'tasks.append.before': [4, 9, 15], 'tasks.append.after': [4, 9, 15], 'tool.before-start': [3], 'tool.after-start': [3, 4], 'tool.after-effect': [2, 3, 4], 'workspace.write.after-rename': [2, 3, 4] }

const home = fileURLToPath(new URL('../', import.meta.url))
const all = await failpoints(home)
const only = process.argv.indexOf('--point') > 0 ? process.argv[process.argv.indexOf('--point') + 1] : undefined
const isSample = process.argv.includes('--sample')
const chosen = only ? [only] : isSample ? sample : all
const unknown = chosen.filter((point) => !all.includes(point))
if (unknown.length > 0) throw new Error(`There is no failpoint ${unknown.join(', ')}; there are ${all.join(', ')}`)

let passed = 0
let failed = 0
for (const point of chosen) {
	for (const count of isSample ? [1] : [1, ...(further[point] ?? [])]) {
		const since = performance.now()
		try {
			const deaths = await runPoint(point, { count, cancel: point.startsWith('tasks.cancel') })
			if (deaths === 0 && count === 1) throw new Error('the journey never reached it')
			passed++
			console.log(`ok   ${point} (hit ${count}): died ${deaths}, ${((performance.now() - since) / 1000).toFixed(1)} s`)
		} catch (error) {
			failed++
			console.log(`FAIL ${point} (hit ${count}): ${error instanceof Error ? error.message : String(error)}`)
		}
	}
}
console.log(`${passed} passed, ${failed} failed`)
// The Diagnostics pane shows it.
await mkdir(`${home}.cache`, { recursive: true })
if (!only) await writeFile(`${home}.cache/chaos.json`, JSON.stringify({ date: new Date().toISOString(), passed, failed }))
const inBrowser = only || isSample ? 0 : spawnSync('playwright', ['test', '--config', 'e2e/playwright.config.ts', 'chaos'], { cwd: home, stdio: 'inherit', env: { ...process.env, CHAOS_ALL: '1' } }).status
process.exitCode = failed === 0 && inBrowser === 0 ? 0 : 1
