import { call, is } from '@drydock/contract'

export const mediaKinds = ['image', 'video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** spec/1 §5, file type by extension. An `ogg` may be either: both lists have it. */
export const extensions: Record<MediaKind, readonly string[]> = {
	image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'svg', 'avif'],
	video: ['mp4', 'webm', 'ogg', 'ogv', 'mov', 'mkv', 'avi', 'm4v'],
	audio: ['mp3', 'wav', 'ogg', 'oga', 'flac', 'm4a', 'aac'],
}

export function extensionOf(name: string): string {
	return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

/** What a file is in a list of all kinds; most `ogg` files are sound. */
export function mediaKind(name: string): MediaKind | undefined {
	if (!name.includes('.')) return undefined
	const extension = extensionOf(name)
	return (['audio', 'video', 'image'] as const).find((kind) => extensions[kind].includes(extension))
}

/** More than anyone scrolls through; the answer says what was left out. */
export const mediaLimit = 20_000

const cwd = is.text({ minLength: 1, maxLength: 4096 })

const MediaItem = is.object({
	name: is.text(),
	/** From `cwd`. */
	path: is.text(),
	kind: is.oneOf(...mediaKinds),
	size: is.number(),
	/** Epoch milliseconds. */
	mtime: is.number(),
})

export const listMedia = call({
	method: 'GET',
	path: '/media/list',
	summary: 'Pictures, films and sounds of a folder, newest first, and the folders in it.',
	query: { cwd, path: is.withDefault(is.text({ maxLength: 8192 }), ''), kind: is.withDefault(is.oneOf('all', ...mediaKinds), 'all') },
	reply: is.object({ ok: is.flag(), folders: is.list(is.text()), items: is.list(MediaItem), total: is.integer() }),
})

export const openMedia = call({
	method: 'POST',
	path: '/media/open',
	summary: 'A name of its own under which the media of a folder can be read by elements that send no header: `/fs/file?path=` and `/fs/thumbnail?path=&size=`.',
	body: { cwd },
	reply: is.object({
		origin: is.text(),
		expires_in: is.integer(),
		/** It was open already: what was read under it goes on. */
		renewed: is.flag(),
	}),
})
