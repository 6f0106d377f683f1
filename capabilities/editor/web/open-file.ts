import { DrydockError } from '@drydock/contract'
import type { Caret, TextBuffer } from '@drydock/editor-kit'

/** A file by where it is. */
export interface FileAt {
	cwd: string
	path: string
}

/** A file or folder that was renamed or moved, from the working folder. */
export interface Moved {
	from: string
	to: string
}

/** Something on disk that is not what the buffer came from. */
export interface Other {
	/** Undefined: it is gone. */
	text?: string
	etag: string
}

export interface OpenFile extends FileAt {
	key: string
	status: 'loading' | 'open' | 'failed'
	error?: DrydockError
	buffer?: TextBuffer
	/** Hash of what is on disk as far as we know; `absent` for a file that does not exist. */
	etag: string
	savedText: string
	savedMark?: number | string
	isDirty: boolean
	isSaving: boolean
	/** It changed on disk while there are unsaved edits: the banner. */
	other?: Other
	/** The save was refused: the dialog. */
	isConflict: boolean
	/** Unsaved text of an earlier window, when the file on disk changed since. */
	draft?: string
	/** The unsaved text of an earlier window stands in the buffer. */
	isRestored: boolean
	hasMixedEnds: boolean
	/** Where the view should go once it shows this file. */
	wanted?: Caret
	/** Whoever asked for the file types next. */
	wantsFocus?: boolean
}

export interface EditorState {
	files: readonly OpenFile[]
	active?: string
	/** Closed ones, the last first. */
	closed: readonly FileAt[]
}

export const keyOf = ({ cwd, path }: FileAt) => `${cwd}\0${path}`

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Only what comes back byte for byte is edited. */
export function textOf(bytes: Uint8Array, path: string): string {
	const binary = () => new DrydockError(415, 'editor.binary', `${path} is not text`, { hint: 'It holds bytes that an editor would damage, so it is not opened.' })
	if (bytes.includes(0)) throw binary()
	try {
		return strict.decode(bytes)
	} catch {
		throw binary()
	}
}

export function otherOf({ details }: DrydockError): Other {
	const field = (name: string): unknown => (typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined)
	const [etag, content] = [field('etag'), field('content')]
	return { etag: typeof etag === 'string' ? etag : 'absent', text: typeof content === 'string' ? content : undefined }
}
