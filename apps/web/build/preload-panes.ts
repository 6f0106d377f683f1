import type { Plugin } from 'vite'

/** Lets the browser fetch the default layout's panes while it still reads the shell. */
export function preloadPanes(chunkName: string): Plugin {
	return {
		name: 'drydock:preload-panes',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler(_, { bundle }) {
				const chunk = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === chunkName)
				if (chunk?.type !== 'chunk') return []
				return [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }, injectTo: 'head' }]
			},
		},
	}
}
