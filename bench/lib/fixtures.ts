import { mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const bigFolder = 'ten-thousand'
export const bigFolderFiles = 10_000
export const smallFile = 'small.txt'
export const largeFile = 'large.txt'
export const largeBytes = 5 * 1024 * 1024
export const floodFile = 'flood.txt'
export const floodBytes = 50 * 1024 * 1024
export const tabFiles = Array.from({ length: 30 }, (_, index) => `tab-${String(index + 1).padStart(2, '0')}.txt`)

export interface Fixtures {
	/** A project folder: few entries at its top, so that they are all on the screen. */
	root: string
	/** A home folder without start files: what a person's shell does first is not ours to measure. */
	home: string
}

/** Makes the project that both sides open. */
export async function makeFixtures(folder: string): Promise<Fixtures> {
	const [root, home] = [path.join(folder, 'project'), path.join(folder, 'home')]
	await mkdir(home)
	await mkdir(path.join(root, bigFolder), { recursive: true })
	await mkdir(path.join(root, 'tabs'))
	for (let first = 0; first < bigFolderFiles; first += 500)
		await Promise.all(Array.from({ length: 500 }, (_, index) => writeFile(path.join(root, bigFolder, `file-${String(first + index).padStart(5, '0')}.txt`), '')))
	await Promise.all(tabFiles.map((name) => writeFile(path.join(root, 'tabs', name), `This is ${name}.\n${lines(name, 2000)}`)))
	await writeFile(path.join(root, smallFile), `The small file.\n${lines('small', 1000)}`)
	await writeFile(path.join(root, largeFile), `The large file.\n${lines('large', largeBytes - 16)}`)
	await writeFlood(path.join(root, floodFile))
	return { root, home }
}

/** Text in lines like those of a log or a program. */
function lines(label: string, bytes: number): string {
	let text = ''
	for (let line = 1; text.length < bytes; line++) text += `${label} ${line}: the quick brown fox jumps over the lazy dog, ${(line * 7919) % 100_003}\n`
	return `${text.slice(0, bytes - 1)}\n`
}

async function writeFlood(file: string) {
	const block = lines('flood', 1024 * 1024)
	const handle = await open(file, 'w')
	for (let written = 0; written < floodBytes; written += block.length) await handle.write(block)
	await handle.close()
}
