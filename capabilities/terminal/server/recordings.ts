import { DrydockError } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { contains } from '@drydock/server-kit/workspace/places.ts'
import type { BlockChanges, ServerMessage } from '../contract.ts'
import { recordCommands, type Recording } from './record-commands.ts'

/** Terminals whose commands are remembered: as many as there can be. */
const mostTerminals = 64
/** Commands of a terminal, as many as a page shows. */
const mostBlocks = 500

type Tell = (message: ServerMessage) => void
type Parts = Pick<Kernel, 'ledger' | 'ptys' | 'clock' | 'redact' | 'log'>

/** In which terminals it is recorded what commands do to files, and what is known of them. */
export interface Recordings {
	set(sid: string, isOn: boolean): Promise<void>
	/** Tells what is known now and what comes. */
	watch(sid: string, tell: Tell): () => void
}

export function createRecordings({ ledger, ptys, clock, redact, log }: Parts, owner: string): Recordings {
	const open = new Map<string, Promise<{ stop(): void }>>()
	const live = new Set<Recording>()
	const known = new Map<string, readonly BlockChanges[]>()
	const watchers = new Map<string, Set<Tell>>()

	const tell = (sid: string, message: ServerMessage) => watchers.get(sid)?.forEach((each) => each(message))

	function remember(sid: string, blocks: readonly BlockChanges[]) {
		const all = [...(known.get(sid) ?? []), ...blocks].slice(-mostBlocks)
		known.delete(sid)
		known.set(sid, all)
		const [oldest] = known.keys()
		if (known.size > mostTerminals && oldest !== undefined) known.delete(oldest)
		tell(sid, { type: 'changes', blocks })
	}

	async function start(sid: string, onEnd: () => void): Promise<{ stop(): void }> {
		// The shell may speak before it is known where it stands.
		const early: string[] = []
		let hear: (text: string) => void = (text) => void early.push(text)
		let stop = () => {}
		const { session, marks, leave } = await ptys.follow(sid, owner, {
			mark: (text) => hear(text),
			onEnd() {
				stop()
				onEnd()
			},
		})
		const { cwd: folder } = session
		const recording: Recording = recordCommands({
			ledger,
			clock,
			log,
			folder,
			nameOf: (started) => `terminal-${sid}-${started}`,
			redact,
			others: () => [...live].filter((each) => each !== recording && (contains(folder, each.folder) || contains(each.folder, folder))),
			onKnown: (blocks) => remember(sid, blocks),
		})
		live.add(recording)
		stop = () => {
			live.delete(recording)
			recording.stop()
			leave()
		}
		hear = recording.hear
		for (const text of [...marks, ...early]) hear(text)
		return { stop }
	}

	function begin(sid: string): Promise<{ stop(): void }> {
		const starting = start(sid, () => open.get(sid) === starting && open.delete(sid))
		open.set(sid, starting)
		return starting
	}

	return {
		async set(sid, isOn) {
			const started = open.get(sid)
			try {
				if (isOn) await (started ?? begin(sid))
				else {
					open.delete(sid)
					;(await started)?.stop()
				}
				tell(sid, { type: 'recording', isOn })
			} catch (error) {
				open.delete(sid)
				tell(sid, { type: 'recording', isOn: false, problem: error instanceof DrydockError ? error.message : String(error) })
			}
		},
		watch(sid, listener) {
			const all = watchers.get(sid) ?? new Set()
			watchers.set(sid, all.add(listener))
			if (open.has(sid)) listener({ type: 'recording', isOn: true })
			const blocks = known.get(sid)
			if (blocks) listener({ type: 'changes', blocks })
			return () => {
				all.delete(listener)
				if (all.size === 0) watchers.delete(sid)
			}
		},
	}
}
