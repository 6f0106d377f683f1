import { DrydockError } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { FormFile } from '@drydock/server-kit/http/form.ts'
import { visible } from '@drydock/server-kit/workspace/index.ts'
import { uploadLimit } from '../contract.ts'
import { join } from './names.ts'
import { confirmProtected, you } from './protected.ts'

interface Upload {
	cwd: string
	dest_dir: string
	overwrite: boolean
	confirm?: string
	file: unknown
}

/** Saves an uploaded file as every other write: whole, recorded, never silently over something. */
export async function upload(kernel: Kernel, { cwd, dest_dir, overwrite, confirm, file }: Upload) {
	const { workspace } = kernel
	if (!(file instanceof FormFile)) throw new DrydockError(400, 'validation', 'The form has no file.', { hint: 'Send it as the field "file".' })
	if (file.size > uploadLimit) throw new DrydockError(413, 'files.too_large', `${visible(file.name)} is larger than ${uploadLimit / 2 ** 20} MB.`, { hint: 'Copy larger files into the project folder yourself.' })
	// A browser may send a path; only its last name counts, whichever way it is written.
	const name = file.name.split(/[\\/]/).at(-1) ?? ''
	if (name === '' || name === '.' || name === '..') throw new DrydockError(400, 'workspace.bad_path', 'The file has no name.')
	const path = join(dest_dir, name)
	confirmProtected(kernel, { cwd, paths: [path], does: 'Upload', word: confirm })
	workspace.resolve(cwd, path)
	await workspace.makeFolder(cwd, dest_dir, you)
	const { etag, entry } = await workspace.write({ cwd, path, content: file, expected: overwrite ? undefined : 'absent' }, you).catch((error: unknown) => {
		if (error instanceof DrydockError && error.code === 'conflict') throw new DrydockError(409, 'workspace.exists', `${visible(name)} exists already.`, { hint: 'Replace it, or choose another folder.' })
		throw error
	})
	return { ok: true, path, size: file.size, etag, entry: entry ?? null }
}
