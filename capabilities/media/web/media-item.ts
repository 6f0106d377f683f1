import type { ReplyOf } from '@drydock/contract'
import { extensionOf, type listMedia } from '../contract.ts'

export type MediaItem = ReplyOf<typeof listMedia>['items'][number]

/** Where the files of the shown folder are read; `at` changes when everything has to be asked for anew. */
export interface Source {
	origin: string
	at: number
}

/** Changes when the file does, so that browsers may keep what they have. */
const versionOf = ({ mtime, size }: MediaItem) => `${Math.trunc(mtime).toString(36)}-${size.toString(36)}`

export function fileUrl({ origin, at }: Source, item: MediaItem): string {
	return `${origin}/fs/file?${new URLSearchParams({ path: item.path, v: `${versionOf(item)}-${at}` })}`
}

/** These are small or cannot be made smaller; the browser draws them as they are. */
const drawnWhole = new Set(['svg', 'bmp'])

export function thumbnailUrl(source: Source, item: MediaItem, size: 160 | 320 | 640): string {
	if (drawnWhole.has(extensionOf(item.name))) return fileUrl(source, item)
	return `${source.origin}/fs/thumbnail?${new URLSearchParams({ path: item.path, size: String(size), v: versionOf(item) })}`
}

/** While someone looks, nothing moves: what was there keeps its place, what is gone goes, what is new waits. */
export function held(items: readonly MediaItem[], order: readonly string[]): MediaItem[] {
	const byPath = new Map(items.map((item) => [item.path, item]))
	return order.flatMap((path) => byPath.get(path) ?? [])
}
