import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '../testing.ts'

export interface Asked {
	method?: string
	headers?: Record<string, string>
	body?: string
}

export interface Answered {
	status: number
	headers: http.IncomingHttpHeaders
	body: Buffer
	text: string
}

/** Makes a test app listen, so that it can be reached under its content names too. */
export async function listen(app: TestApp): Promise<number> {
	await app.app.listen({ host: '127.0.0.1', port: 0 })
	const { port } = app.app.server.address() as AddressInfo
	app.kernel.setAddress({ host: '127.0.0.1', port })
	return port
}

/** Asks the listening server under any name, as a browser does that was told where the name leads. */
export function askAt(address: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
	const { host, port } = new URL(address)
	const path = address.slice(address.indexOf(host) + host.length) || '/'
	return new Promise((resolve, reject) => {
		const request = http.request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: false }, (reply) => {
			const chunks: Buffer[] = []
			reply.on('data', (chunk: Buffer) => chunks.push(chunk))
			reply.on('error', reject)
			reply.on('end', () => {
				const all = Buffer.concat(chunks)
				resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: all, text: all.toString() })
			})
		})
		request.on('error', reject)
		request.end(body)
	})
}
