import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { scanServerHalves } from '@drydock/server-kit'
import { testApp } from '@drydock/server-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const home = fileURLToPath(new URL('../', import.meta.url))
let folder: string

// A house that shares the kits with the real one and has no capabilities yet.
beforeAll(() => {
	folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-new-')))
	mkdirSync(path.join(folder, 'capabilities'))
	for (const name of ['vitest.config.ts', 'tsconfig.base.json', 'package.json']) cpSync(path.join(home, name), path.join(folder, name))
	for (const name of ['node_modules', 'packages']) symlinkSync(path.join(home, name), path.join(folder, name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const create = (name: string) => spawnSync(process.execPath, [path.join(home, 'scripts/new.ts'), name], { env: { ...process.env, DRYDOCK_NEW_HOME: folder }, encoding: 'utf8' })

test('npm run new adds one folder, touches no existing file, and its call is served and its pane test passes at once', async () => {
	const before = readdirSync(folder)
	expect(create('tide-table').status).toBe(0)
	expect(readdirSync(folder)).toEqual(before)
	expect(readdirSync(path.join(folder, 'capabilities'))).toEqual(['tide-table'])

	const app = await testApp(await scanServerHalves(pathToFileURL(`${folder}/capabilities/`)))
	expect(await (await app.fetch('/tide-table/status')).json()).toEqual({ message: 'Ready' })
	await app.close()

	const { status, stdout, stderr } = spawnSync(path.join(home, 'node_modules/.bin/vitest'), ['--run', '--root', folder, 'capabilities/tide-table'], { cwd: folder, encoding: 'utf8', env: { ...process.env, VITEST: undefined } })
	expect(stdout + stderr).toContain('1 passed')
	expect(status).toBe(0)
}, 60_000)

test('a bad or taken name is refused with a sentence', () => {
	expect(create('Tide Table')).toMatchObject({ status: 2, stderr: expect.stringContaining('kebab-case') })
	expect(create('tide-table')).toMatchObject({ status: 2, stderr: expect.stringContaining('exists already') })
})
