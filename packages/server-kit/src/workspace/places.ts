import { realpathSync } from 'node:fs'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'
import { namesOf, outside } from './names.ts'
import { createPulse, type Pulse } from './pulse.ts'
import type { Place } from './types.ts'

export interface PlaceOptions {
	/** Project folders that may be opened. */
	roots: readonly string[]
	/** What `/sandbox` stands for. */
	sandbox: string
	/** Drydock's own folders: never reachable, also when a root contains them. */
	hidden: readonly string[]
	pulse?: Pulse
}

export interface Places {
	/** Project folders as they are on disk. */
	readonly roots: readonly string[]
	resolve(cwd: string, path?: string): Place
	/** Whether a real path may be touched on behalf of this place's root. */
	allows(root: string, real: string): boolean
	/** Before anything on the disk of a root is touched. */
	pulse: Pulse
}

const sandboxName = '/sandbox'

/** Turns `cwd` and a path of a call into a place, by names alone; links are judged when it is opened. */
export function createPlaces({ roots, sandbox, hidden, pulse = createPulse() }: PlaceOptions): Places {
	const sandboxRoot = realOf(sandbox)
	const known = roots.map((given) => ({ given: path.resolve(given), real: realOf(given) }))
	/** A root inside another one is the project. */
	const innerFirst = [...known, { given: sandboxRoot, real: sandboxRoot }].sort((a, b) => b.real.length - a.real.length)
	const secret = hidden.map(realOf)

	function rootOf(cwd: string): { root: string; below: string } {
		if (cwd === sandboxName || cwd.startsWith(`${sandboxName}/`)) return { root: sandboxRoot, below: cwd.slice(sandboxName.length + 1) }
		for (const { given, real } of innerFirst) for (const base of [real, given]) if (contains(base, cwd)) return { root: real, below: cwd.slice(base.length) }
		throw outside(cwd)
	}

	function allows(root: string, real: string): boolean {
		if (!contains(root, real)) return false
		return contains(sandboxRoot, real) || !secret.some((folder) => contains(folder, real))
	}

	return {
		roots: known.map(({ real }) => real),
		allows,
		pulse,
		resolve(cwd, given = '') {
			if (typeof cwd !== 'string' || cwd === '') throw new DrydockError(400, 'validation', 'A working folder (cwd) is needed.')
			if (!cwd.startsWith('/') || cwd.split('/').includes('..')) throw outside(cwd, 'The working folder (cwd) must be an absolute path inside a root.')
			const { root, below } = rootOf(cwd)
			const relative = [...namesOf(below.replace(/^\/+/, '')), ...namesOf(given)].join('/')
			const absolute = relative === '' ? root : `${root === '/' ? '' : root}/${relative}`
			if (!allows(root, absolute)) throw outside(given || cwd)
			return { root, relative, absolute }
		},
	}
}

/** Whether `inner` is `folder` or lies under it, by whole names. */
export function contains(folder: string, inner: string): boolean {
	return inner === folder || inner.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

function realOf(folder: string): string {
	try {
		return realpathSync(folder)
	} catch {
		// Not there yet (Drydock's own folders at the first start), or not reachable: opening it will say so.
		return path.resolve(folder)
	}
}
