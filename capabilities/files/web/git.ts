import type { ReplyOf } from '@drydock/contract'
import { wait, type Api } from '@drydock/web-kit'
import { gitStatus } from '../contract.ts'
import { parentOf } from './folders.ts'

type Answer = ReplyOf<typeof gitStatus>
export type GitState = Answer['changed'][number]['state']

/** What git says about rows of the tree. */
export interface GitView {
	branch: string | undefined
	ahead: number
	behind: number
	/** A file's own state; a folder's the most pressing one inside. */
	stateOf(path: string): GitState | undefined
	isIgnored(path: string): boolean
}

// A burst of changes is one question.
const quietMs = 250
// Git reads the whole project: not again at once while somebody writes into it.
const restMs = 1000
const pressing: readonly GitState[] = ['untracked', 'added', 'renamed', 'deleted', 'modified', 'conflict']

const nothing: GitView = { branch: undefined, ahead: 0, behind: 0, stateOf: () => undefined, isIgnored: () => false }

/** The state of a working folder by git, asked again when something changed. Lives outside React, like the tree. */
export function createGit(api: Api, cwd: string) {
	let view = nothing
	let asking: Promise<void> | undefined
	let isStale = false
	const listeners = new Set<() => void>()
	let stop = new AbortController()

	async function ask(): Promise<void> {
		while (isStale && !stop.signal.aborted) {
			await wait(quietMs, stop.signal)
			isStale = false
			// Without an answer the last one stays: colours are a help, never a message.
			const answer = await api.send(gitStatus, { cwd }, { signal: stop.signal }).catch(() => undefined)
			if (answer) {
				view = viewOf(answer)
				for (const listener of listeners) listener()
			}
			await wait(restMs, stop.signal)
		}
	}

	return {
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		get: () => view,
		refresh() {
			isStale = true
			asking ??= ask().catch(() => undefined).finally(() => (asking = undefined))
		},
		/** Asks until stopped. */
		start() {
			stop = new AbortController()
			this.refresh()
			return () => stop.abort()
		},
	}
}

export type Git = ReturnType<typeof createGit>

export function viewOf({ is_repository, branch, ahead, behind, changed, ignored }: Pick<Answer, 'is_repository' | 'branch' | 'ahead' | 'behind' | 'changed' | 'ignored'>): GitView {
	if (!is_repository) return nothing
	const own = new Map<string, GitState>()
	const inside = new Map<string, GitState>()
	for (const { path, state } of changed) {
		const plain = path.replace(/\/$/, '')
		own.set(plain, state)
		for (let folder = parentOf(plain); folder !== ''; folder = parentOf(folder)) inside.set(folder, worse(inside.get(folder), state))
	}
	const left = new Set(['.git', ...ignored.map((path) => path.replace(/\/$/, ''))])
	return {
		branch: branch ?? undefined,
		ahead,
		behind,
		// What stands in a folder that is new as a whole is new.
		stateOf: (path) => own.get(path) ?? inside.get(path) ?? (aboveOf(path).some((folder) => own.get(folder) === 'untracked') || own.get('') === 'untracked' ? 'untracked' : undefined),
		isIgnored: (path) => left.has(path) || left.has('') || aboveOf(path).some((folder) => left.has(folder)),
	}
}

function worse(a: GitState | undefined, b: GitState): GitState {
	return a !== undefined && pressing.indexOf(a) > pressing.indexOf(b) ? a : b
}

function aboveOf(path: string): string[] {
	const above: string[] = []
	for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) above.push(folder)
	return above
}
