// npm run link: a new sign-in link from the running server.
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const dataDir = process.env['DRYDOCK_DATA'] ?? path.join(process.env['XDG_DATA_HOME'] ?? path.join(os.homedir(), '.local', 'share'), 'drydock')
try {
	const { url } = JSON.parse(await readFile(path.join(dataDir, 'server.json'), 'utf8')) as { url: string }
	const token = process.env['DRYDOCK_TOKEN'] ?? (await readFile(path.join(dataDir, 'api.key'), 'utf8')).trim()
	const reply = await fetch(`${url}/session/link`, { method: 'POST', headers: { 'x-api-key': token } })
	const body = (await reply.json()) as { link?: string; error?: string }
	if (!body.link) throw new Error(body.error ?? `HTTP ${reply.status}`)
	console.log(body.link)
} catch (error) {
	console.error(`drydock: no sign-in link: ${error instanceof Error ? error.message : String(error)}. Is the server running on the data folder ${dataDir}?`)
	process.exitCode = 1
}
