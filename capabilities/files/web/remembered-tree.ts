import { preference, readPreference, writePreference } from '@drydock/web-kit'
import type { Names, TreeState } from './tree.ts'

interface Remembered {
	cwd: string
	expanded: readonly string[]
	/** What was in them, so that a reload shows it at once; it is read again at the same time. */
	folders: readonly (readonly [path: string, content: Names])[]
}

/** More than a screen shows; each start reads and draws them. */
const mostNames = 500
/** As many as can be watched. */
const mostExpanded = 200

const nothing: Remembered = { cwd: '', expanded: [], folders: [] }

export const rememberedTree = preference<Remembered>('files_tree', 'Open folders of the tree', nothing, (stored) => {
	if (typeof stored !== 'object' || stored === null) return nothing
	const { cwd, expanded, folders } = { ...nothing, ...stored }
	if (typeof cwd !== 'string' || !Array.isArray(expanded) || !Array.isArray(folders)) return nothing
	return { cwd, expanded: expanded.filter((path) => typeof path === 'string').slice(-mostExpanded), folders: folders.filter(isFolder) }
})

function isFolder(stored: unknown): stored is [string, Names] {
	if (!Array.isArray(stored)) return false
	const [path, content]: unknown[] = stored
	if (typeof path !== 'string' || typeof content !== 'object' || content === null) return false
	const { names, kinds, total } = { names: undefined, kinds: undefined, total: undefined, ...content } as Record<string, unknown>
	return Array.isArray(names) && names.every((name) => typeof name === 'string') && typeof kinds === 'string' && kinds.length === names.length && typeof total === 'number'
}

/** The tree of a working folder as it was when the page was left. */
export function recallTree(cwd: string): Pick<TreeState, 'expanded' | 'folders'> {
	const { cwd: known, expanded, folders } = readPreference(rememberedTree)
	if (known !== cwd) return { expanded: new Set(['']), folders: new Map() }
	return { expanded: new Set(['', ...expanded]), folders: new Map(folders.map(([path, content]) => [path, { content, isLoading: false, isWhole: false }])) }
}

export function rememberTree(cwd: string, { expanded, folders }: TreeState): void {
	let left = mostNames
	const kept: [string, Names][] = []
	for (const path of expanded) {
		const content = folders.get(path)?.content
		left -= content?.names.length ?? 0
		if (content && left >= 0) kept.push([path, content])
	}
	writePreference(rememberedTree, { cwd, expanded: [...expanded].filter(Boolean), folders: kept })
}
