import { call, file, is } from '@drydock/contract'

const cwd = is.text({ minLength: 1, maxLength: 4096 })
const Opened = is.object({
	/** Where the page is; shown in a frame, or opened by itself. */
	origin: is.text(),
	expires_in: is.integer(),
	/** It was open already. */
	renewed: is.flag(),
})

export const previewFile = file({
	method: 'GET',
	path: '/fs/preview/*',
	summary: 'A file of a project as a page. Here it is inert; under the name of `openPreview` it runs. HEAD tells by etag whether the page, or a file that it used, has changed.',
	params: { '*': is.text({ maxLength: 8192 }) },
	query: { cwd: is.withDefault(cwd, '/sandbox') },
})

export const openPreview = call({
	method: 'POST',
	path: '/preview/open',
	summary: 'A name of its own for the pages of a folder: `/fs/preview/{path}` runs there, apart from everything else.',
	body: {
		cwd,
		/** Whether its pages may load from the internet. */
		network: is.withDefault(is.flag(), false),
	},
	reply: Opened,
})

/** What a port may be. */
export const portRange = { minimum: 1, maximum: 65_535 } as const

export const openPort = call({
	method: 'POST',
	path: '/preview/port',
	summary: 'A name of its own for a server that listens on this machine.',
	body: { port: is.integer(portRange) },
	reply: Opened,
})

export const closePreview = call({ method: 'POST', path: '/preview/close', summary: 'Closes a name.', body: { origin: is.text({ maxLength: 200 }) }, reply: is.object({ ok: is.flag() }) })

export const listPorts = call({
	method: 'GET',
	path: '/preview/ports',
	summary: 'Ports on which programs in your terminals listen.',
	reply: is.object({ ports: is.list(is.object({ port: is.integer(), program: is.text(), sid: is.text() })) }),
})

/** Where the script lies that tells the pane what a page says; no page of a project is called so. */
export const bridgePath = '/__drydock/bridge.js'

/** What a page in the preview posts to the pane. It is a stranger's word: shape, length and number are checked, and it is shown as text. */
export type FromPage =
	| { drydock: 'page'; url: string; title: string; mark: string }
	| { drydock: 'console'; entries: readonly { level: ConsoleLevel; text: string }[]; dropped: number }

export const consoleLevels = ['debug', 'log', 'info', 'warn', 'error', 'blocked'] as const
export type ConsoleLevel = (typeof consoleLevels)[number]
