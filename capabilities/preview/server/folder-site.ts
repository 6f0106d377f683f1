import type { IncomingMessage, ServerResponse } from 'node:http'
import { DrydockError } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import type { Here, Site } from '@drydock/server-kit/content/index.ts'
import { rangedFile } from '@drydock/server-kit/content/ranged-file.ts'
import { send } from '@drydock/server-kit/content/replies.ts'
import { bridgePath } from '../contract.ts'
import { bridgeScript, withBridge } from './bridge.ts'
import { decodedPath, pagePath, resolvePage } from './page-path.ts'
import { isPage, pageType } from './page-type.ts'
import type { UsedFiles } from './used-files.ts'

interface Options {
	cwd: string
	network: boolean
	used: UsedFiles
}

/** The pages of a folder. They may do what pages do, with each other only; the internet is theirs when the user says so. */
export function folderSite({ workspace }: Kernel, { cwd, network, used }: Options): Site {
	async function page(request: IncomingMessage, reply: ServerResponse, { path, rules }: { path: string; rules: string }) {
		const { etag, mtime } = await used.state(cwd, path)
		const headers = { 'content-type': pageType(path), 'content-security-policy': rules, 'cache-control': 'no-cache', 'x-dns-prefetch-control': 'off', 'last-modified': new Date(mtime).toUTCString(), etag, ...tellsItself }
		const { text, bytes } = await workspace.read(cwd, path)
		used.page(cwd, path)
		return send(request, reply, { headers, body: text === undefined ? bytes : withBridge(text, etag) })
	}

	/** The file behind the address that asked. */
	async function askedBy({ headers }: IncomingMessage, { origin }: Here): Promise<string> {
		if (!headers.referer?.startsWith(`${origin}/`)) return ''
		return (await resolvePage(workspace, cwd, fileIn(new URL(headers.referer).pathname))).path
	}

	return {
		embeds: ['iframe', 'document'],
		async answer(request, reply, here) {
			// It could answer for the site with pages that have no rules.
			if (request.headers['service-worker'] !== undefined) throw new DrydockError(403, 'preview.worker', 'Pages of a folder have no service workers')
			const rules = rulesOf(here, { network })
			if (here.url.pathname === bridgePath) return send(request, reply, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }, body: bridgeScript(here.product) })
			const { path, isFolder } = await resolvePage(workspace, cwd, fileIn(here.url.pathname))
			if (isFolder) return send(request, reply, { status: 307, headers: { location: `${here.url.pathname}/${here.url.search}`, 'content-security-policy': rules } })
			if (isPage(pageType(path))) return page(request, reply, { path, rules })
			await used.add(cwd, path, await askedBy(request, here))
			const answer = await rangedFile(workspace, { cwd, path }, request.headers)
			return send(request, reply, { ...answer, headers: { ...answer.headers, 'content-type': pageType(path), 'content-security-policy': rules, 'cache-control': 'no-cache', ...tellsItself } })
		},
	}
}

/** A page tells its own files which one it is, and nobody else. */
const tellsItself = { 'referrer-policy': 'same-origin' }

const fileIn = (pathname: string) => pagePath(decodedPath(pathname).replace(/^\/fs\/preview(?=\/|$)/, ''))

/** Framed by the product alone. Without the network a page reaches its own folder only, so it can give nothing away. */
function rulesOf({ product }: Here, { network }: { network: boolean }): string {
	const framed = `frame-ancestors ${product}`
	return network ? framed : `default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'self'; base-uri 'self'; ${framed}`
}
