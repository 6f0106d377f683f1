import { createHash } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'

/** The kernel's limit for the name of a unix socket is 108 bytes, on macOS 104. */
const longestName = 100

/** Where the PTY host of a data folder listens; a short name elsewhere if the folder's own is too long. */
export function hostSocket(dataDir: string): string {
	const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
	if (process.platform === 'win32') return `\\\\.\\pipe\\drydock-${id}`
	const beside = path.join(dataDir, 'pty', 'host.sock')
	if (Buffer.byteLength(beside) <= longestName) return beside
	return path.join(process.env['XDG_RUNTIME_DIR'] ?? path.join(os.tmpdir(), `drydock-${process.getuid?.() ?? 0}`), `drydock-${id}`, 'host.sock')
}
