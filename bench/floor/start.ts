// The least a server can be: node:http and one answer.
import { createServer } from 'node:http'

const server = createServer((_, reply) => reply.end('{"ok":true}'))
server.listen(0, '127.0.0.1', () => {
	const address = server.address()
	console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
process.on('SIGTERM', () => process.exit(0))
