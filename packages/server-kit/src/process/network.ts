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
	return {
		binds: ['--bind', socket, socketInside, '--ro-bind', process.execPath, process.execPath, '--ro-bind', main, main],
		forwarder: [process.execPath, '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', main, String(port), socketInside],
		env: proxyVariables(port),
		contacts: proxy.contacts,
		close() {
			proxy.close()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

/** How programs are told of a proxy on a port of the loopback. */
export function proxyVariables(at: number): Record<string, string> {
	const address = `http://127.0.0.1:${at}`
	const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
	const none = 'localhost,127.0.0.1,::1'
	return { ...Object.fromEntries(names.flatMap((name) => [[name, address], [name.toLowerCase(), address]])), NO_PROXY: none, no_proxy: none, NODE_USE_ENV_PROXY: '1' }
}
