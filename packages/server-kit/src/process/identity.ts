import { statSync } from 'node:fs'
import path from 'node:path'

/** Who a command runs as, outside the sandbox. */
export interface Identity {
	uid: number
	gid: number
	/** Puts the rights of real root down before the sandbox starts. */
	words: readonly string[]
	/** How it is seen inside. */
	inside: readonly string[]
}

/** Nobody inside: programs that find themselves root change owners and modes that they cannot change here. */
const nobody = 65534

/**
 * As real root a command runs as the owner of the project. In a project of root's there is nobody else who could write: there the
 * rights go away inside, with a user table that knows nobody but one.
 */
export function identityFor(root: string): Identity {
	const [uid, gid] = [process.getuid?.() ?? nobody, process.getgid?.() ?? nobody]
	if (uid !== 0) return { uid, gid, words: [], inside: [] }
	const owner = statSync(root)
	if (owner.uid === 0) return { uid, gid, words: [], inside: ['--uid', String(nobody), '--gid', String(nobody)] }
	return { uid: owner.uid, gid: owner.gid, words: ['/usr/bin/setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--'], inside: [] }
}

/** Whether this user gets to a folder, by the folders above it. */
export function reaches({ uid, gid }: Identity, folder: string): boolean {
	if (uid === 0) return true
	for (let at = folder; ; at = path.dirname(at)) {
		if (!mayPass(at, uid, gid)) return false
		if (at === path.dirname(at)) return true
	}
}

function mayPass(folder: string, uid: number, gid: number): boolean {
	try {
		const info = statSync(folder)
		const shift = info.uid === uid ? 6 : info.gid === gid ? 3 : 0
		return ((info.mode >> shift) & 0o1) === 1
	} catch {
		return false
	}
}
