import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startHostProxy, type Contacts } from './host-proxy.ts'
import type { Profile } from './profile.ts'

/** Inside, where nothing else listens. */
const port = 3128
const socketInside = '/run/drydock/proxy.sock'

/** A way out for one command. */
export interface Network {
	/** Bubblewrap's words that show the socket and the forwarder. */
	binds: readonly string[]
	/** The words in front of the command. */
	forwarder: readonly string[]
	env: Record<string, string>
	contacts: Contacts
	close(): void
}

/** Opens the proxy for a command whose profile lists hosts; undefined, and no network whatever, for one that lists none. */
export async function openNetwork({ hosts, identity }: Profile): Promise<Network | undefined> {
	if (hosts.length === 0) return undefined
	const folder = mkdtempSync(path.join(os.tmpdir(), 'drydock-net-'))
	const socket = path.join(folder, 'proxy.sock')
	const proxy = await startHostProxy(socket, hosts)
	if (identity.words.length > 0) for (const file of [folder, socket]) chownSync(file, identity.uid, identity.gid)
	const main = fileURLToPath(import.meta.resolve('@drydock/server-kit/process/forwarder.ts'))
	const address = `http://127.0.0.1:${port}`
	const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
	return {
		binds: ['--bind', socket, socketInside, '--ro-bind', process.execPath, process.execPath, '--ro-bind', main, main],
		forwarder: [process.execPath, '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', main, String(port), socketInside],
		env: { ...Object.fromEntries(names.flatMap((name) => [[name, address], [name.toLowerCase(), address]])), NO_PROXY: 'localhost,127.0.0.1,::1', no_proxy: 'localhost,127.0.0.1,::1', NODE_USE_ENV_PROXY: '1' },
		contacts: proxy.contacts,
		close() {
			proxy.close()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
