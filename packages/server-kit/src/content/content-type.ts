// The browser is told only types that it may show as such. `.ts` is a program here and not a video: our own table.
const media: Record<string, string> = {
	png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', bmp: 'image/bmp', avif: 'image/avif', ico: 'image/x-icon',
	mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', ogv: 'video/ogg', mov: 'video/quicktime', mkv: 'video/x-matroska', avi: 'video/x-msvideo',
	mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg', oga: 'audio/ogg', flac: 'audio/flac', m4a: 'audio/mp4', aac: 'audio/aac',
	pdf: 'application/pdf', woff2: 'font/woff2', zip: 'application/zip', gz: 'application/gzip', wasm: 'application/wasm',
}
// What runs script when it is opened as a page of ours.
const active: Record<string, string> = { svg: 'image/svg+xml', html: 'text/html', htm: 'text/html', xhtml: 'application/xhtml+xml', xml: 'text/xml', xsl: 'text/xml', mhtml: 'multipart/related' }

export interface ContentType {
	type: string
	/** Sent as a download: opened as a page it could run script. */
	isActive: boolean
	isMedia: boolean
}

export function contentType(path: string): ContentType {
	const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
	if (Object.hasOwn(active, extension)) return { type: active[extension] ?? '', isActive: true, isMedia: false }
	if (Object.hasOwn(media, extension)) return { type: media[extension] ?? '', isActive: false, isMedia: true }
	return { type: 'text/plain; charset=utf-8', isActive: false, isMedia: false }
}

/** A name in a header: plain ASCII, and the exact one percent-encoded (RFC 6266). */
export function attachmentName(path: string): string {
	const name = path.slice(path.lastIndexOf('/') + 1)
	const plain = name.replace(/[^\w.-]/g, '_')
	return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`
}
