import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Makes chosen lazy panes part of the first file: `() => import('./X.tsx')` in a capability's index becomes a static import.
 * A chunk for each would cost a request for each; their engines (editor, terminal) stay lazy.
 */
export function inlinePanes(isFirst: (id: string) => boolean): Plugin {
	return {
		name: 'drydock:inline-panes',
		apply: 'build',
		enforce: 'pre',
		transform(code, id) {
			if (!/\/capabilities\/[\w-]+\/web\/index\.ts$/.test(id.split(path.sep).join('/'))) return
			const imports: string[] = []
			const inlined = code.replace(/import\('(\.\/\w+\.tsx)'\)/g, (whole, file: string) => {
				if (!isFirst(path.posix.join(path.dirname(id), file))) return whole
				const name = `firstPane${imports.length}`
				imports.push(`import * as ${name} from '${file}'`)
				return `Promise.resolve(${name})`
			})
			return imports.length > 0 ? { code: `${imports.join('\n')}\n${inlined}`, map: undefined } : undefined
		},
	}
}
