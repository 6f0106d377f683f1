import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'

/** Reads a key from a file of mode 0600, making it at the first start. */
export async function keyFile(file: string): Promise<string> {
	try {
		const key = (await readFile(file, 'utf8')).trim()
		await chmod(file, 0o600)
		if (key) return key
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
	}
	const key = randomBytes(32).toString('base64url')
	await writeFile(file, `${key}\n`, { mode: 0o600 })
	return key
}
