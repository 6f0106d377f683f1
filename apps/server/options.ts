import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { logLevels, type LogLevel, type ServerOptions } from '@drydock/server-kit'

/** A mistake in how Drydock was started: told in one sentence, exit code 2. */
export class UsageError extends Error {}

export const usage = `Usage: npm start -- [FOLDER] [options]
  --host H       address to listen on (default 127.0.0.1)
  --port N       port, 0 for a free one (default 8000)
  --data DIR     data folder (default $XDG_DATA_HOME/drydock)
  --root DIR     another project folder that may be opened (repeatable)
  --no-open      do not open a browser
  --log LEVEL    debug, info, warn, error or silent (default warn)
  --help`

export interface StartOptions extends ServerOptions {
	open: boolean
}

/** Reads the command line and, for what it leaves out, the environment (DESIGN §3). */
export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv, version: string): StartOptions | 'help' {
	const { values, positionals } = parse(argv)
	if (values.help) return 'help'
	const host = values.host ?? env['DRYDOCK_HOST'] ?? '127.0.0.1'
	if (host !== '127.0.0.1' && host !== 'localhost') throw new UsageError(`Drydock listens on 127.0.0.1 only for now, not on ${host}: a password and TLS are needed for anything else`)
	const home = os.homedir()
	const given = [...positionals, ...(values.root ?? []), ...(env['DRYDOCK_ROOTS']?.split(path.delimiter).filter(Boolean) ?? [])]
	return {
		host: '127.0.0.1',
		port: portOf(values.port ?? env['DRYDOCK_PORT'] ?? '8000'),
		dataDir: path.resolve(values.data ?? env['DRYDOCK_DATA'] ?? path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'drydock')),
		configDir: path.resolve(env['DRYDOCK_CONFIG'] ?? path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'drydock')),
		// npm changes into the project's folder; a relative folder means the place the person typed it in.
		roots: [...new Set(given.map((folder) => path.resolve(env['INIT_CWD'] ?? process.cwd(), folder)))],
		token: env['DRYDOCK_TOKEN'] || undefined,
		adminKey: env['DRYDOCK_ADMIN_KEY'] || undefined,
		logLevel: levelOf(values.log ?? 'warn'),
		version,
		provider: { name: env['DRYDOCK_PROVIDER'], url: env['DRYDOCK_PROVIDER_URL'], key: env['DRYDOCK_PROVIDER_KEY'], model: env['DRYDOCK_MODEL'] },
		open: values.open,
	}
}

function parse(argv: readonly string[]) {
	try {
		return parseArgs({
			args: [...argv],
			allowPositionals: true,
			allowNegative: true,
			options: {
				host: { type: 'string' },
				port: { type: 'string' },
				data: { type: 'string' },
				root: { type: 'string', multiple: true },
				open: { type: 'boolean', default: true },
				log: { type: 'string' },
				help: { type: 'boolean', default: false },
			},
		})
	} catch (error) {
		throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
	}
}

function portOf(text: string): number {
	const port = Number(text)
	if (!/^\d+$/.test(text) || port > 65535) throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`)
	return port
}

function levelOf(text: string): LogLevel {
	const level = logLevels.find((name) => name === text)
	if (!level) throw new UsageError(`--log must be one of ${logLevels.join(', ')}, not "${text}"`)
	return level
}
