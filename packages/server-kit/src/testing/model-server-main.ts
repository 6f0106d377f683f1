// The scripted model as a process of its own: `node model-server-main.ts SCRIPT.json [PORT]`. Prints its address and runs until it is killed.
import { readFile } from 'node:fs/promises'
import type { Script } from './model-script.ts'
import { startModelServer } from './model-server.ts'

const [file, port] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: model-server-main.ts SCRIPT.json [PORT]')
const script = JSON.parse(await readFile(file, 'utf8')) as Script | Script[]
const server = await startModelServer(script, { port: Number(port ?? 0) })
process.stdout.write(`${server.url}\n`)
