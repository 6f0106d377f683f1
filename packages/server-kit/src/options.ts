import type { LogLevel } from './log.ts'

/** What a server is started with (DESIGN §3). */
export interface ServerOptions {
	host: string
	/** 0 picks a free port. */
	port: number
	/** Database, sandbox folder, checkpoints, sockets. */
	dataDir: string
	/** The vault's key, the admin's key. Apart from the data on purpose. */
	configDir: string
	/** Project folders that may be opened, absolute; the first is shown first. */
	roots: readonly string[]
	/** The `X-API-Key` of programs; generated into the data folder when unset. */
	token?: string
	adminKey?: string
	logLevel: LogLevel
	version: string
	/** The product's own folder, where its measurements lie. */
	home?: string
	/** First values of the model provider, from the environment. */
	provider?: { name?: string; url?: string; key?: string; model?: string }
}
