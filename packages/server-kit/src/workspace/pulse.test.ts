import { expect, test } from 'vitest'
import { createDisk } from './disk.ts'
import { createPlaces } from './places.ts'
import { createPulse } from './pulse.ts'
import { testFiles } from './testing.ts'

test('a disk that does not answer is asked once; whoever wants something of it is told after a while, and served when it answers again', async () => {
	await using files = await testFiles({ 'a.txt': 'hello' })
	const answers: (() => void)[] = []
	const pulse = createPulse(() => new Promise<void>((resolve) => answers.push(resolve)), 50)
	const places = createPlaces({ roots: [files.root], sandbox: `${files.folder}/sandbox`, hidden: [], pulse })
	const disk = createDisk(places)
	const place = places.resolve(files.root, 'a.txt')
	const folder = places.resolve(files.root)
	const tries = await Promise.allSettled([disk.read(place, 100), disk.stat(place), disk.list(folder, { limit: 10 }), disk.makeFolder(places.resolve(files.root, 'new'))])
	expect(tries.map((tried) => tried.status === 'rejected' && [tried.reason.status, tried.reason.code])).toEqual(Array.from({ length: 4 }, () => [503, 'workspace.disk_silent']))
	expect(answers).toHaveLength(1)
	answers[0]?.()
	await expect.poll(() => disk.read(place, 100).then(({ bytes }) => String(bytes), () => '')).toBe('hello')
	expect(answers).toHaveLength(1)
})

test('a folder that is gone has answered', async () => {
	const pulse = createPulse()
	await pulse('/nowhere/at/all')
	expect(pulse('/nowhere/at/all')).toBeUndefined()
})
