import { DrydockError } from '@drydock/contract'
import { outside, visible } from './names.ts'

type Sentence = (name: string) => [status: number, code: string, message: string, hint?: string]

const sentences: Record<string, Sentence> = {
	ENOENT: (name) => [404, 'workspace.not_found', `${name} does not exist.`, 'It may have been moved or deleted; refresh the folder.'],
	ENOTDIR: (name) => [404, 'workspace.not_found', `${name} does not exist: a file stands where a folder was expected.`],
	EACCES: (name) => [403, 'workspace.denied', `No permission for ${name}.`, 'Change its owner or permissions, then try again. Nothing was changed.'],
	EPERM: (name) => [403, 'workspace.denied', `No permission for ${name}.`, 'Change its owner or permissions, then try again. Nothing was changed.'],
	EROFS: (name) => [403, 'workspace.read_only', `${name} is on a read-only disk.`, 'Save it under another folder. Nothing was changed.'],
	ENOSPC: (name) => [507, 'workspace.full', `The disk is full: ${name} was not written.`, 'Free some space, then save again. The old content is untouched.'],
	EDQUOT: (name) => [507, 'workspace.full', `The disk quota is used up: ${name} was not written.`, 'Free some space, then save again. The old content is untouched.'],
	EFBIG: (name) => [507, 'workspace.full', `${name} is larger than this disk allows.`, 'The old content is untouched.'],
	EISDIR: (name) => [400, 'workspace.is_folder', `${name} is a folder, not a file.`],
	EEXIST: (name) => [409, 'workspace.exists', `${name} exists already.`, 'Choose another name.'],
	ENOTEMPTY: (name) => [409, 'workspace.exists', `${name} is not empty.`, 'Choose another name, or empty the folder first.'],
	ELOOP: (name) => [403, 'workspace.link', `${name} is a link that leads nowhere or in a circle.`],
	ENAMETOOLONG: (name) => [400, 'workspace.bad_path', `The name ${name} is too long.`],
	EINVAL: (name) => [400, 'workspace.bad_path', `${name} is not a name that this disk accepts.`],
	EXDEV: (name) => [400, 'workspace.other_disk', `${name} lies on another disk and cannot be moved there.`, 'Copy it instead.'],
	EMFILE: () => [503, 'workspace.busy', 'Too many files are open at this moment.', 'Try again in a moment.'],
	ENFILE: () => [503, 'workspace.busy', 'Too many files are open at this moment.', 'Try again in a moment.'],
	EIO: (name) => [500, 'workspace.disk_error', `The disk reported an error for ${name}.`, 'Check the disk. The file may not have been saved.'],
}

/** The error's system code, if it has one. */
export function systemCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A file system error as a sentence that names the file and what to do. */
export function diskFault(error: unknown, path: string): unknown {
	if (error instanceof DrydockError) return error
	const sentence = sentences[systemCode(error) ?? '']
	if (!sentence) return error
	const [status, code, message, hint] = sentence(path === '' ? 'The folder' : visible(path))
	return new DrydockError(status, code, message, { hint, cause: error })
}

/** The file to be changed may be on another disk: what is full is where its history is kept. */
export function historyFault(error: unknown): unknown {
	if (!['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')) return error
	return new DrydockError(507, 'workspace.history_full', 'The disk with the data folder is full: what was there before cannot be kept, so nothing was changed.', { hint: 'Free some space, then try again.', cause: error })
}

export function notAFile(path: string, folder: boolean): DrydockError {
	if (folder) return new DrydockError(400, 'workspace.is_folder', `${visible(path)} is a folder, not a file.`)
	return new DrydockError(403, 'workspace.not_a_file', `${visible(path)} is a device, pipe or socket, not a file.`)
}

export function throughLink(path: string, target: string | undefined): DrydockError {
	if (target === undefined) return outside(path, 'It is reached through a link. Nothing was changed.')
	return new DrydockError(403, 'workspace.link', `${visible(path)} is reached through a link.`, { hint: `Open ${visible(target)} itself to change it.`, details: { target } })
}

export function hardLink(path: string): DrydockError {
	return new DrydockError(403, 'workspace.hard_link', `${visible(path)} has a second name on this disk (a hard link), which may lie outside the workspace.`, { hint: 'Replace it by a copy to open it here.' })
}

export function tooLarge(path: string, size: number, limit: number): DrydockError {
	return new DrydockError(413, 'workspace.too_large', `${visible(path)} is too large to open whole (${mebibytes(size)} MiB).`, { hint: `At most ${mebibytes(limit)} MiB; larger files are read in parts (Range).` })
}

function mebibytes(bytes: number): string {
	return (bytes / 2 ** 20).toFixed(1)
}
