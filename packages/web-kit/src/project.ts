import { create } from 'zustand'
import { textUpTo } from './clamps.ts'
import { preference, readPreference, writePreference } from './preferences.ts'

/** What `GET /session` says about this server. */
export interface Surroundings {
	version: string
	roots: readonly string[]
	sandbox: string
}

interface Project extends Surroundings {
	/** The folder that panes work in. */
	cwd: string
	/** The folder that counts as the project. */
	root: string
}

/** Linux paths are at most 4,096 bytes. */
const longestPath = 4096
/** With no saved one. spec: default project root */
export const defaultRoot = '/sandbox'

const savedCwd = preference('cwd', 'Working directory', '', textUpTo(longestPath))
const savedRoot = preference('project_root', 'Project root', '', textUpTo(longestPath))

const useStore = create<Project>(() => ({
	cwd: readPreference(savedCwd) || defaultRoot,
	root: readPreference(savedRoot) || defaultRoot,
	version: '',
	roots: [],
	sandbox: '',
}))

/** The current project: working directory, root and what the server offers. */
export function useProject(): Project {
	return useStore()
}

export function project(): Project {
	return useStore.getState()
}

/** Whether an earlier visit left a folder to start with. */
export function hasSavedCwd(): boolean {
	return readPreference(savedCwd) !== ''
}

/** Changes the folder that panes work in, and tells everyone. */
export function setCwd(cwd: string): void {
	if (cwd === '' || cwd === useStore.getState().cwd) return
	useStore.setState({ cwd })
	writePreference(savedCwd, cwd)
	globalThis.dispatchEvent(new CustomEvent('vt:cwd:selected', { detail: { cwd } }))
}

export function setProjectRoot(root: string): void {
	useStore.setState({ root })
	writePreference(savedRoot, root)
}

/** Called once after sign-in: a folder of another server or another start gives way to the first one offered. */
export function setSurroundings({ version, roots, sandbox }: Surroundings): void {
	useStore.setState({ version, roots, sandbox })
	const first = roots[0] ?? defaultRoot
	const isOffered = (folder: string) => folder !== '' && [defaultRoot, ...roots].some((root) => folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`))
	if (!isOffered(readPreference(savedRoot))) setProjectRoot(first)
	if (!isOffered(readPreference(savedCwd))) setCwd(first)
}
