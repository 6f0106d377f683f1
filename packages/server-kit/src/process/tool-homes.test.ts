import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcesses } from './index.ts'
import { toolHomes } from './tool-homes.ts'

let folder: string
beforeAll(() => {
	folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-homes-')))
	// As the version manager lays it out: a signpost on the PATH, the tool behind it, and a secret beside both.
	put('home/.cargo/bin/cargo', '#!/bin/sh\nexec "$RUSTUP_HOME/toolchains/stable/bin/cargo" "$@"\n')
	put('home/.rustup/toolchains/stable/bin/cargo', '#!/bin/sh\necho "cargo says $1"\n')
	put('home/.rustup/settings.toml', '')
	put('home/.rustup/credentials', 'SECRET')
	put('home/.cargo/credentials.toml', 'SECRET')
	mkdirSync(path.join(folder, 'project'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, text: string) {
	const file = path.join(folder, name)
	mkdirSync(path.dirname(file), { recursive: true })
	writeFileSync(file, text)
	chmodSync(file, 0o755)
}

const env = () => ({ HOME: path.join(folder, 'home'), PATH: `${path.join(folder, 'home/.cargo/bin')}:/usr/bin:/bin` })

test('a tool that a version manager leads to runs in the sandbox, and sees nothing else of the manager', async () => {
	const project = path.join(folder, 'project')
	const processes = createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [], env: env() })
	expect(await processes.run({ argv: ['cargo', 'hello'], cwd: '.' })).toMatchObject({ code: 0, stdout: 'cargo says hello\n' })
	const seen = await processes.run({ line: 'cat "$RUSTUP_HOME/credentials" "$RUSTUP_HOME/../.cargo/credentials.toml"; touch "$RUSTUP_HOME/toolchains/new"', cwd: '.' })
	expect(seen.stdout).toBe('')
	expect(seen.stderr.match(/No such file|Read-only/g)).toEqual(['No such file', 'No such file', 'Read-only'])
})

test('a manager that is not on the PATH is not shown', () => {
	expect(toolHomes({ ...env(), PATH: '/usr/bin' })).toEqual({ places: [], env: {} })
	expect(toolHomes({ ...env(), RUSTUP_HOME: 'relative' })).toEqual({ places: [], env: {} })
	expect(toolHomes({ ...env(), RUSTUP_HOME: path.join(folder, 'nowhere') })).toEqual({ places: [], env: {} })
})
