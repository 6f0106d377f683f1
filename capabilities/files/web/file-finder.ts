import { project, runCommand, type Find } from '@drydock/web-kit'
import { searchFiles } from '../contract.ts'

/** As many as a list that is read by eye can hold. */
const mostFound = 30

/** Files of the project by letters of their path, for the palette and Quick Open. */
export const find: Find = async (query, { api, signal }) => {
	const { cwd } = project()
	const { results } = await api.send(searchFiles, { cwd, query, limit: mostFound }, { signal })
	return results
		.filter(({ is_dir }) => !is_dir)
		.map(({ name, path, ranges }) => {
			const start = path.length - name.length
			return {
				id: path,
				title: name,
				letters: ranges.flatMap(([from = 0, to = 0]) => Array.from({ length: to - from }, (_, index) => from + index - start)).filter((letter) => letter >= 0),
				note: path.slice(0, Math.max(start - 1, 0)),
				run: () => void runCommand('editor.open', { cwd, path }),
			}
		})
}
