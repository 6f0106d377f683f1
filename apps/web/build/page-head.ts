import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Seen with the first frame: without them all text is laid out twice. */
const firstFonts = /\/(inter|jetbrains-mono)-latin-wght-normal-[\w-]+\.woff2$/

/** What the page asks for at once: the chunk `early`, run by itself ahead of the entry that imports it too, and the fonts of the first frame. */
export function pageHead(): Plugin {
	return {
		name: 'drydock:page-head',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler(_, { bundle = {} }) {
				const files = Object.values(bundle)
				const early = files.find((each) => each.type === 'chunk' && each.name === 'early')
				const fonts = files.filter(({ fileName }) => firstFonts.test(fileName))
				if (!early || fonts.length !== 2) throw new Error('The page has no chunk called early, or not its two fonts')
				return [
					{ tag: 'script', attrs: { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` }, injectTo: 'head' },
					...fonts.map(({ fileName }): HtmlTagDescriptor => ({ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${fileName}` }, injectTo: 'head' })),
				]
			},
		},
	}
}
