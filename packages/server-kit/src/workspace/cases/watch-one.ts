// Watches one file until it is ended; what it is told goes to the output, a line each.
import path from 'node:path'
import { createPlaces } from '../places.ts'
import { createWatcher } from '../watch.ts'

const [root = '', file = ''] = process.argv.slice(2)
const places = createPlaces({ roots: [root], sandbox: path.join(root, '..', 'sandbox'), hidden: [] })
const signal = new AbortController().signal
// Watching alone keeps no process alive.
setInterval(() => {}, 1000)
for await (const event of createWatcher(places).watch([{ asked: file, place: places.resolve(root, file) }], signal)) console.log(JSON.stringify(event))
