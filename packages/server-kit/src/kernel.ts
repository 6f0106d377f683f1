import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { liveStatuses } from '@drydock/contract'
import { createAuth, type Auth } from './auth/index.ts'
import { places, type Places } from './auth/places.ts'
import { sessionMigrations } from './auth/sessions.ts'
import { systemClock, type Clock } from './clock.ts'
import { createContent, type Content } from './content/index.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import { createGauges, type Gauges } from './gauges.ts'
import { keyFile } from './keys.ts'
import { createLog, createTail, type Log } from './log.ts'
import { createMemory, type Memory } from './memory/index.ts'
import { createModels, type Models } from './models/index.ts'
import type { ServerOptions } from './options.ts'
import { createProcesses, hostsOf, locateFolder, type Processes } from './process/index.ts'
import { createRuleBook } from './process/rule-book.ts'
import { createPtys, type Ptys } from './pty/index.ts'
import { createRecords, recordMigrations, type Records } from './records/index.ts'
import { createRedactor } from './redact.ts'
import { readReports, type Reports } from './reports.ts'
import { createSettings, settingsMigrations, type Settings } from './settings/index.ts'
import { createShadowRuns, type ShadowRuns } from './shadow/index.ts'
import { openStore, type Store } from './store/index.ts'
import { lockFolder } from './store/lock.ts'
import { createTasks, taskMigrations, type Tasks } from './tasks/index.ts'
import { createThumbnails, type Thumbnails } from './thumbnails/index.ts'
import { openVault, vaultMigrations, type Vault } from './vault/index.ts'
import { createVitals, type Vitals } from './vitals.ts'
import { openFiles, workspaceMigrations, type Confirmations, type Ledger, type Workspace } from './workspace/index.ts'

/** The few mechanisms every capability may use, handed over as one plain object. */
export interface Kernel {
	options: ServerOptions
	log: Log
	clock: Clock
	newId(): string
	store: Store
	settings: Settings
	/** Small things that people keep. */
	records: Records
	/** What people want agents to remember. */
	memory: Memory
	vault: Vault
	/** Replaces every known secret value. */
	redact(text: string): string
	tasks: Tasks
	/** The only door to people's files. */
	workspace: Workspace
	/** Small pictures of people's images. */
	thumbnails: Thumbnails
	/** Who wrote what, and the way back. */
	ledger: Ledger
	/** One-time words for actions that a person must confirm. */
	confirmations: Confirmations
	/** The only door to models. */
	models: Models
	/** The only code that runs commands: policy, sandbox, process. */
	processes: Processes
	/** Commands on a copy of the project. */
	shadow: ShadowRuns
	/** The terminals, in a process of their own. */
	ptys: Ptys
	auth: Auth
	places: Places
	/** Serves other people's content on names of its own. */
	content: Content
	endpoints: Endpoints
	/** How many streams, sockets and watches are open. */
	gauges: Gauges
	/** What support asks for: how the process is doing, its last log lines, what its own checks said. */
	support: { vitals(): Vitals; log(): string[]; reports(): Promise<Reports> }
	/** Runs another capability's call; capabilities know each other's contracts only. */
	call: Endpoints['call']
	/** Aborts when the server begins to stop: streams and sockets end by it. */
	stopping: AbortSignal
	/** Work to do before the process ends; the last one registered goes first. */
	onClose(work: () => void | Promise<void>): void
	/** A fresh one-time link for a browser; the code is in the fragment, which is never sent. */
	signInLink(): string
	/** Told once the server listens, since port 0 is only known then. */
	setAddress(address: { host: string; port: number }): void
	/** `beforeStore` runs when streams were told to end and before the store closes. */
	close(more?: { beforeStore?: () => Promise<void> }): Promise<void>
}

export async function createKernel(options: ServerOptions, clock: Clock = systemClock): Promise<Kernel> {
	await Promise.all([mkdir(path.join(options.dataDir, 'sandbox'), { recursive: true, mode: 0o700 }), mkdir(options.configDir, { recursive: true, mode: 0o700 })])
	const unlock = lockFolder(options.dataDir)
	const redactor = createRedactor()
	const tail = createTail()
	const log = createLog(options.logLevel, redactor.redact, tail.write)
	const gauges = createGauges()
	const vitals = createVitals(clock)
	const store = await openStore(options.dataDir)
	await store.migrate([...settingsMigrations, ...vaultMigrations, ...sessionMigrations, ...taskMigrations, ...recordMigrations, ...workspaceMigrations])
	const settings = createSettings(store)
	const [vault, token, adminKey, contentSecret, id] = await Promise.all([
		openVault(store, options.configDir, redactor),
		options.token ?? keyFile(path.join(options.dataDir, 'api.key')),
		options.adminKey ?? keyFile(path.join(options.configDir, 'admin.key')),
		keyFile(path.join(options.dataDir, 'content.key')),
		instanceId(settings),
	])
	redactor.add(token)
	redactor.add(adminKey)
	const endpoints = createEndpoints()
	const stop = new AbortController()
	const closers: (() => void | Promise<void>)[] = []

	closers.push(() => vitals.close())
	const newId = () => randomUUID()
	const tasks = createTasks({ store, clock, log, newId, redact: redactor.redact })
	closers.push(() => tasks.close())
	const { dataDir, configDir, roots } = options
	const isRunning = async (task: string) => tasks.get(task).then(({ status }) => liveStatuses.some((live) => live === status), () => false)
	const files = openFiles({ store, clock, log, newId, dataDir, configDir, roots, isRunning })
	closers.push(files.close)
	gauges.count('watches', files.watching)
	await files.ledger.recover()
	const thumbnails = createThumbnails({ workspace: files.workspace, folder: path.join(dataDir, 'thumbnails') })
	closers.push(() => thumbnails.close())
	const records = createRecords({ store, clock, newId })
	const rules = createRuleBook({ records, settings, clock, redact: redactor.redact })
	const processes = createProcesses({ locate: (cwd) => locateFolder(cwd, files.workspace.resolve), hidden: [options.dataDir, options.configDir], rules, secret: vault.get, hosts: hostsOf(settings), shadowDir: path.join(dataDir, 'shadow', 'open') })
	// What a killed server left of its shadow runs.
	await rm(path.join(dataDir, 'shadow', 'open'), { recursive: true, force: true }).catch((error: unknown) => log.debug('Old shadow runs could not be cleared away', { error }))
	const shadow = createShadowRuns({ processes, effects: files.effects, newId, now: clock.now })
	const ptys = createPtys({ dataDir: options.dataDir })
	closers.push(() => ptys.end())

	const kernel: Kernel = {
		options,
		log,
		clock,
		newId,
		store,
		tasks,
		workspace: files.workspace,
		thumbnails,
		ledger: files.ledger,
		confirmations: files.confirmations,
		models: createModels({ settings, vault, first: options.provider }),
		processes,
		shadow,
		ptys,
		settings,
		records,
		memory: createMemory({ workspace: files.workspace, settings, dataDir }),
		vault,
		redact: redactor.redact,
		auth: createAuth({ store, clock, token, adminKey }),
		places: places(id, options),
		content: createContent({ secret: contentSecret, clock, log, places: () => kernel.places }),
		endpoints,
		gauges,
		support: { vitals: vitals.read, log: tail.lines, reports: () => readReports(options.home) },
		call: endpoints.call,
		stopping: stop.signal,
		signInLink: () => `http://${kernel.places.product}/#code=${kernel.auth.sessions.newCode()}`,
		onClose: (work) => void closers.push(work),
		setAddress: (address) => void (kernel.places = places(id, address)),
		async close({ beforeStore } = {}) {
			stop.abort()
			await beforeStore?.()
			for (const work of closers.reverse()) await Promise.resolve(work()).catch((error: unknown) => log.warn('Closing went on after a failure', { error }))
			await store.close()
			unlock()
		},
	}
	return kernel
}

/** Part of the product's own host name: constant for a data folder, so that a browser's storage is found again. */
async function instanceId(settings: Settings): Promise<string> {
	const known = await settings.get('instance.id')
	if (typeof known === 'string') return known
	const id = randomBytes(4).toString('hex')
	await settings.set('instance.id', id)
	return id
}
