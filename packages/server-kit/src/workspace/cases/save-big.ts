// Run as its own process by a test that kills it at a failpoint: node save-big.ts DATA_PARENT ROOT
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { systemClock } from '../../clock.ts'
import { createLog } from '../../log.ts'
import { openStore } from '../../store/index.ts'
import { openFiles, workspaceMigrations } from '../index.ts'

const [folder = '', root = ''] = process.argv.slice(2)
const dataDir = path.join(folder, 'data')
const store = await openStore(dataDir)
await store.migrate(workspaceMigrations)
const { workspace } = openFiles({ store, clock: systemClock, log: createLog('silent', String), newId: randomUUID, dataDir, configDir: path.join(folder, 'config'), roots: [root] })
await workspace.write({ cwd: root, path: 'big.txt', content: 'new'.repeat(4_000_000) }, { kind: 'agent', label: 'Maestro', task: 'task-1' })
process.exit(0)
