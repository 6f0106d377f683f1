import { serve } from '@drydock/server-kit'
import { defaultRunner, listRunners, shellProgram } from '@drydock/server-kit/process/runners.ts'
import { person } from '@drydock/server-kit/pty/index.ts'
import * as contract from '../contract.ts'
import { bridge } from './bridge.ts'
import { createRecordings } from './recordings.ts'

/** Before the page has measured itself. */
const firstSize = { cols: 80, rows: 24 }

export default serve(contract, (kernel) => {
	const startFolder = (cwd = kernel.options.roots[0] ?? '/sandbox') => kernel.processes.locate(cwd).absolute

	const recordings = createRecordings(kernel, person)

	return {
		shellPty: async ({ sid, runner = defaultRunner, cwd, cols = firstSize.cols, rows = firstSize.rows, ahead = false }, socket) => {
			const open = async () => {
				const program = { ...shellProgram(runner), cwd: startFolder(cwd), isInteractive: true }
				return (await kernel.ptys.open({ owner: person, runner, program, size: { cols, rows }, isAhead: ahead })).sid
			}
			await bridge({ ptys: kernel.ptys, recordings }, { sid: () => (sid === undefined ? open() : Promise.resolve(sid)), owner: person }, socket)
		},
		shellPs: async () => {
			const now = kernel.clock.now()
			const sessions = await kernel.ptys.list(person)
			return {
				sessions: sessions.map(({ started, last_active, ...session }) => ({
					...session,
					idle_sec: seconds(now - last_active),
					age_sec: seconds(now - started),
					last_active: seconds(last_active),
					started: seconds(started),
				})),
			}
		},
		endTerminal: async ({ sid }) => {
			await kernel.ptys.kill(sid, person)
			return { ok: true }
		},
		ptyDiag: async () => {
			const { sandbox, reason } = await kernel.processes.capability()
			return {
				enablePtyWebsocket: true,
				hasToken: true,
				origin: `http://${kernel.places.product}`,
				error: listRunners().some(({ available }) => available) ? null : 'There is no shell on this machine: install bash',
				sandbox_error: sandbox ? null : (reason ?? null),
				runners: listRunners(),
				default_runner: defaultRunner,
			}
		},
	}
})

const seconds = (ms: number) => Math.max(0, Math.round(ms) / 1000)
