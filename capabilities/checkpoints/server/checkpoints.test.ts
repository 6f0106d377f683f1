import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { testApp } from '@drydock/server-kit/testing'
import { expect, test } from 'vitest'
import half from './index.ts'

test('a person reviews what an agent did: keeps a hunk, rejects another, and the live agent is told', async () => {
	const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('')
	const app = await testApp(half, { files: { 'a.txt': text } })
	try {
		const { kernel, root } = app
		let end = () => {}
		const ended = new Promise<void>((resolve) => (end = resolve))
		const { id: task } = await kernel.tasks.run('test', async () => ended)
		const changed = text.replace('line 3\n', 'first\n').replace('line 20\n', 'second\n')
		await kernel.workspace.write({ cwd: root, path: 'a.txt', content: changed }, { kind: 'agent', label: 'Maestro', task, call: 'c1' })

		const send = (url: string, body: object) => app.fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
		const review = async () => ((await (await app.fetch(`/changes?task=${task}`)).json()) as { files: { path: string; status: string; hunks: { id: string; status: string }[] }[] }).files
		const [file] = await review()
		const [first, second] = file?.hunks ?? []
		expect(file).toMatchObject({ path: 'a.txt', status: 'open', hunks: [{ status: 'open' }, { status: 'open' }] })

		await send('/changes/accept', { task, hunks: [second?.id] })
		const back = (await (await send('/changes/take-back', { task, hunks: [first?.id] })).json()) as { entry: string; restored: string[] }
		expect(back.restored).toEqual(['a.txt'])
		expect(await readFile(path.join(root, 'a.txt'), 'utf8')).toBe(text.replace('line 20\n', 'second\n'))
		expect((await review())[0]?.hunks.map(({ status }) => status)).toEqual(['accepted', 'rejected'])

		const events = await kernel.tasks.events(task, { after: 0 })
		const message = events.find(({ type }) => type === 'user.message')
		expect(message?.data).toMatchObject({ by: 'review', text: expect.stringContaining('+first') })

		const { entries } = (await (await app.fetch(`/changes/history?task=${task}`)).json()) as { entries: object[] }
		expect(entries).toMatchObject([{ kind: 'restore', undoes: task, paths: ['a.txt'] }, { kind: 'agent', by: 'Maestro', call: 'c1' }])

		const redo = await send('/changes/take-back', { entry: back.entry })
		expect(redo.status).toBe(200)
		expect(await readFile(path.join(root, 'a.txt'), 'utf8')).toBe(changed)
		end()
		await kernel.tasks.finished(task, AbortSignal.timeout(5000))
		expect((await send('/changes/take-back', { task })).status).toBe(200)
		expect(await readFile(path.join(root, 'a.txt'), 'utf8')).toBe(text)
		expect((await send('/changes/take-back', {})).status).toBe(400)
		expect((await send('/changes/take-back', { entry: 'nothing' })).status).toBe(404)
	} finally {
		await app.close()
	}
})
