import { contentType } from '@drydock/server-kit/content/content-type.ts'

/** What pages are made of, beyond pictures and films. Sources such as `.ts` stay text: no browser runs them. */
const types: Record<string, string> = {
	html: 'text/html; charset=utf-8', htm: 'text/html; charset=utf-8', xhtml: 'application/xhtml+xml', svg: 'image/svg+xml', xml: 'text/xml; charset=utf-8',
	css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', mjs: 'text/javascript; charset=utf-8', json: 'application/json; charset=utf-8', map: 'application/json; charset=utf-8',
	webmanifest: 'application/manifest+json', woff: 'font/woff', ttf: 'font/ttf', otf: 'font/otf', vtt: 'text/vtt; charset=utf-8', md: 'text/markdown; charset=utf-8',
}

export function pageType(path: string): string {
	const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
	return types[extension] ?? contentType(path).type
}

export function isPage(type: string): boolean {
	return /^text\/html\b/i.test(type)
}
