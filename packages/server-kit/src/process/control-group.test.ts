import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findControlGroups } from './control-group.ts'

const isPossible = (await findControlGroups()) !== undefined

/** A server that starts something in a group and is gone at once; besides what stays there is one process that starts the next and ends, again and again. */
const killedServer = `
import { spawn } from 'node:child_process'
import { findControlGroups, joinWords } from ${JSON.stringify(new URL('control-group.ts', import.meta.url).href)}
const group = await (await findControlGroups())({ memoryBytes: 2 ** 30, processes: 64 })
const child = spawn('/bin/sh', [...joinWords(group), '/bin/sh', '-c', 'f() { f & }; f; echo in; exec sleep 600'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
child.stdout.once('data', () => {
	console.log(JSON.stringify({ pid: child.pid, folder: group.joins[0] }))
	process.kill(process.pid, 'SIGKILL')
})`

test.skipIf(!isPossible)('what a killed server left in its groups ends when the next one looks for them', async () => {
	const said = (() => {
		try {
			return execFileSync(process.execPath, ['--input-type=module', '-e', killedServer], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
		} catch (error) {
			return error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
		}
	})()
	const { pid, folder } = JSON.parse(said) as { pid: number; folder: string }
	expect(existsSync(`/proc/${pid}`)).toBe(true)
	await findControlGroups()
	// The kernel gives a group up only after its last process.
	await expect.poll(() => existsSync(folder)).toBe(false)
})
