/** Fixed headers per kind of answer: a hook of our own costs a tenth of what helmet does. */
const common = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'x-frame-options': 'DENY',
	'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=()',
}

/** For calls: nothing in an answer may ever be run or framed. */
export const apiHeaders: Record<string, string> = {
	...common,
	'cache-control': 'no-store',
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** For the page itself (SECURITY §2.6). Inline styles are what the dock and the editor need to place things. */
export function pageHeaders(contentSource: string, inlineScripts: readonly string[] = []): Record<string, string> {
	return {
		...common,
		'content-security-policy': [
			"default-src 'self'",
			["script-src 'self'", ...inlineScripts.map((hash) => `'${hash}'`)].join(' '),
			"style-src 'self' 'unsafe-inline'",
			`img-src 'self' data: blob: ${contentSource}`,
			`media-src 'self' blob: ${contentSource}`,
			"font-src 'self' data:",
			"connect-src 'self' ws: wss:",
			"worker-src 'self' blob:",
			`frame-src ${contentSource}`,
			"object-src 'none'",
			"base-uri 'none'",
			"form-action 'none'",
			"frame-ancestors 'none'",
		].join('; '),
	}
}
