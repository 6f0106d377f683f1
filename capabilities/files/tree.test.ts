// @vitest-environment happy-dom
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { testApp } from '@drydock/server-kit/testing'
import { createApi } from '@drydock/web-kit'
import { expect, test } from 'vitest'
import { listNames } from './contract.ts'
import half from './server/index.ts'
import { createTree } from './web/tree.ts'

test('a change that is told while a folder is being read is not lost', async () => {
	const app = await testApp(half, { files: { 'a.txt': '' } })
	const held = Promise.withResolvers<void>()
	let isFirst = true
	/** Answers that the network holds up after the server gave them. */
	const fetch: typeof globalThis.fetch = async (input, init) => {
		const reply = await app.fetch(input, init)
		if (!isFirst || !String(input).includes(listNames.path)) return reply
		isFirst = false
		await held.promise
		return reply
	}
	let told = 0
	const tree = createTree(createApi('http://127.0.0.1:8000', { fetch }), app.root, { alsoWatched: [], onChange: () => told++ })
	const stop = tree.start()
	await expect.poll(() => [told, isFirst]).toEqual([1, false])
	await writeFile(path.join(app.root, 'b.txt'), '')
	await expect.poll(() => told).toBeGreaterThan(1)
	held.resolve()
	await expect.poll(() => tree.get().folders.get('')?.content?.names).toEqual(['a.txt', 'b.txt'])
	stop()
	await app.close()
})
