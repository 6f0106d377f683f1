import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { group } from '../lib/measure.ts'
import { request, withServer } from '../lib/server.ts'

const folders = 500
const filesInEach = 100
const words = ['account', 'basket', 'client', 'document', 'engine', 'filter', 'gallery', 'handler', 'invoice', 'journal']
/** As they are typed: from one letter to a whole name, with and without a folder. */
const queries = ['i', 'in', 'inv', 'invo', 'j', 'jh', 'jh4', 'engine filter', 'e/f', 'documentclient-93', 'nothing like it']
let made: Promise<string> | undefined

/** One key of Quick Open in a project of 50,000 files, the index being warm. */
export const files = group({
	name: 'files',
	figures: {
		search: { title: 'Search by name among 50,000 files: the slowest key', unit: 'ms', most: 50 },
		index: { title: 'The first search of that project: reading it all', unit: 'ms', most: 1500 },
	},
	measure: async (side, work) => {
		const root = await (made ??= makeProject(path.join(work.scratch, 'fifty-thousand')))
		return withServer(side, { ...work, fixtures: { ...work.fixtures, root } }, async (server) => {
			const target = side === 'product' ? `/filetree/search?cwd=${encodeURIComponent(root)}` : '/search?'
			const ask = (query: string) => request(server, `${target}&query=${encodeURIComponent(query)}`)
			const index = await timed(() => ask('engine'))
			const times: number[] = []
			for (const query of queries) times.push(await timed(() => ask(query)))
			return { search: Math.max(...times), index }
		})
	},
})

async function timed(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now()
	await work()
	return performance.now() - begun
}

async function makeProject(root: string): Promise<string> {
	const word = (index: number) => words[index % words.length] ?? ''
	for (let folder = 0; folder < folders; folder++) {
		const place = path.join(root, `${word(folder)}-${folder}`, word(folder * 7))
		await mkdir(place, { recursive: true })
		await Promise.all(Array.from({ length: filesInEach }, (_, index) => writeFile(path.join(place, `${word(index)}${word(index * 3 + folder)}-${index}.ts`), '')))
	}
	return root
}
