import { execFile, spawn } from 'node:child_process'
import { chown, chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { DrydockError } from '@drydock/contract'
import { diskPath, wirePath } from '../workspace/names.ts'
import type { Profile } from './profile.ts'

/** What a command left in its copy of the project, against the project. */
export interface ShadowEntry {
	/** From the root. */
	path: string
	kind: 'file' | 'folder' | 'link' | 'gone' | 'other'
	mode: number
	mtimeMs: number
	size: number
	/** Where what it wrote lies until the overlay is closed. */
	at: string
}

export interface Overlay {
	/** Put the copy in the project's place and become what follows, in a mount table of its own. */
	words: readonly string[]
	/** How the command is seen inside: as itself. */
	inside: readonly string[]
	entries(): Promise<ShadowEntry[]>
	close(): Promise<void>
}

/** More than this nobody looks through; a package manager's folder belongs into the project directly. */
export const mostEntries = 20_000
const asRoot = () => process.getuid?.() === 0
// Nothing is renamed by reference: what the upper layer holds is whole.
const options = () => `${asRoot() ? 'metacopy=off,redirect_dir=off' : 'userxattr'},index=off,lowerdir=lower,upperdir=upper,workdir=work`
// Names are relative, since the kernel reads commas and colons in them as its own.
const mountScript = 'cd "$1" && mount --bind "$2" lower && mount -t overlay overlay -o "$3" "$2" && cd "$2" && shift 3 && exec "$@"'
const listScript = 'for folder; do find "./$folder" -mindepth 1 -maxdepth 1 -print0; done'

/** Our own mount table; an ordinary user gets it with a user table in which nothing else changes. */
function namespaceWords(): string[] {
	return asRoot() ? ['/usr/bin/unshare', '--mount', '--propagation', 'private'] : ['/usr/bin/unshare', '--user', '--map-root-user', '--mount', '--propagation', 'private']
}

/** Makes a copy-on-write copy of a project: the kernel's overlay over it, with what is written in `folder` (bubblewrap before 0.11 cannot do this itself). */
export async function openOverlay({ root, identity }: Profile, folder: string): Promise<Overlay> {
	const upper = path.join(folder, 'upper')
	const own = await stat(root)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	for (const name of ['lower', 'upper', 'work']) await mkdir(path.join(folder, name))
	await chmod(upper, own.mode & 0o7777)
	if (asRoot()) await chown(upper, own.uid, own.gid)
	const words = [...namespaceWords(), '/bin/sh', '-c', mountScript, 'sh', folder, root, options()]

	return {
		words,
		inside: asRoot() ? identity.inside : ['--uid', String(identity.uid), '--gid', String(identity.gid)],
		async entries() {
			const written: ShadowEntry[] = []
			const shared: string[] = []
			await collect(upper, '', { root, written, shared })
			return [...(await gone(root, shared, words)), ...written]
		},
		// Folders that the command closed to everybody open to root of a user table of our own.
		close: async () => void (await promisify(execFile)(asRoot() ? '/bin/rm' : '/usr/bin/unshare', [...(asRoot() ? [] : ['--user', '--map-root-user', '/bin/rm']), '-rf', folder], { env: {} })),
	}
}

interface Walk {
	root: string
	written: ShadowEntry[]
	/** Folders that are in both layers: only there something can be gone. */
	shared: string[]
}

async function collect(upper: string, folder: string, walk: Walk): Promise<void> {
	const at = folder === '' ? upper : `${upper}/${folder}`
	const below = await lstat(diskPath(`${walk.root}/${folder}`)).catch(() => undefined)
	if (below?.isDirectory()) walk.shared.push(folder)
	for (const entry of await readdir(diskPath(at), { withFileTypes: true, encoding: 'buffer' })) {
		const relative = folder === '' ? wirePath(entry.name) : `${folder}/${wirePath(entry.name)}`
		const info = await lstat(diskPath(`${upper}/${relative}`))
		// The mark of what is gone.
		if (info.isCharacterDevice() && info.rdev === 0) continue
		if (walk.written.length >= mostEntries) throw tooMuch()
		const kind = info.isFile() ? 'file' : info.isDirectory() ? 'folder' : info.isSymbolicLink() ? 'link' : 'other'
		walk.written.push({ path: relative, kind, mode: info.mode & 0o7777, mtimeMs: info.mtimeMs, size: info.size, at: `${upper}/${relative}` })
		// It is ours, so it can be read whatever the command set.
		if (kind === 'file' && !(info.mode & 0o400)) await chmod(diskPath(`${upper}/${relative}`), info.mode | 0o400)
		if (kind !== 'folder') continue
		if ((info.mode & 0o700) !== 0o700) await chmod(diskPath(`${upper}/${relative}`), info.mode | 0o700)
		await collect(upper, relative, walk)
	}
}

/** What the project has and the copy has not: the two are listed side by side, since marks in attributes cannot be read from here. */
async function gone(root: string, folders: readonly string[], words: readonly string[]): Promise<ShadowEntry[]> {
	const seen = await listMerged(folders, words)
	const found: ShadowEntry[] = []
	for (const folder of folders) {
		for (const name of await readdir(diskPath(folder === '' ? root : `${root}/${folder}`), { encoding: 'buffer' })) {
			const relative = folder === '' ? wirePath(name) : `${folder}/${wirePath(name)}`
			if (seen.has(relative)) continue
			if (found.length >= mostEntries) throw tooMuch()
			found.push({ path: relative, kind: 'gone', mode: 0, mtimeMs: 0, size: 0, at: '' })
		}
	}
	return found
}

async function listMerged(folders: readonly string[], words: readonly string[]): Promise<Set<string>> {
	const [file = '', ...more] = [...words, '/usr/bin/xargs', '-0', '-r', '/bin/sh', '-c', listScript, 'sh']
	const child = spawn(file, more, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] })
	child.stdin.on('error', () => {})
	child.stdin.end(Buffer.concat(folders.flatMap((folder) => [Buffer.from(diskPath(folder === '' ? '.' : folder)), Buffer.of(0)])))
	const [listed, problems, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), new Promise<number | null>((done) => child.once('exit', done))])
	if (code !== 0) throw new DrydockError(500, 'shadow.unreadable', `What the command changed could not be read, so nothing was changed: ${problems.toString().trim().split('\n')[0] ?? ''}`)
	const seen = new Set<string>()
	for (let from = 0, to = listed.indexOf(0); to >= 0; from = to + 1, to = listed.indexOf(0, from)) {
		// "./." stands for the root, "./" for everything else.
		seen.add(wirePath(listed.subarray(from, to)).replace(/^\.\/(\.\/)?/, ''))
	}
	return seen
}

function tooMuch(): DrydockError {
	return new DrydockError(413, 'shadow.too_much', `The command changed more than ${mostEntries.toLocaleString('en')} files. Nothing was changed in the project.`, { hint: 'Run it directly: the ledger records what it can.' })
}
