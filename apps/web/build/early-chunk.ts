import type { Plugin } from 'vite'

/** Lets the chunk `early` run by itself, ahead of the entry that imports it too. */
export function earlyChunk(): Plugin {
	return {
		name: 'drydock:early-chunk',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler(_, { bundle = {} }) {
				const early = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === 'early')
				if (!early) throw new Error('The page has no chunk called early')
				return [{ tag: 'script', attrs: { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` }, injectTo: 'head' }]
			},
		},
	}
}
