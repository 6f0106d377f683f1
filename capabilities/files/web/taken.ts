/** What a drop or a paste brought, while it can be read: the browser empties it after the event. */
export interface Taken {
	entries: FileSystemEntry[]
	files: File[]
}

export function takeEntries({ items, files }: DataTransfer): Taken {
	return { entries: [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []), files: [...files] }
}

export function isTaken(input: object): input is Taken {
	return 'files' in input && 'entries' in input && Array.isArray(input.files) && Array.isArray(input.entries)
}
