/** Structured lines on standard error; every value passes the redactor, since a secret may hide in any message. */
export interface Log {
	debug(message: string, fields?: Record<string, unknown>): void
	info(message: string, fields?: Record<string, unknown>): void
	warn(message: string, fields?: Record<string, unknown>): void
	error(message: string, fields?: Record<string, unknown>): void
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Enough to see what led to a failure; longer stories are in the file that the output goes to. */
const mostLines = 500

/** Writes to standard error and remembers the last lines, which are redacted by then. */
export function createTail() {
	let lines: string[] = []
	return {
		lines: () => [...lines],
		write(line: string) {
			lines.push(line.trimEnd())
			if (lines.length > mostLines) lines = lines.slice(-mostLines)
			process.stderr.write(line)
		},
	}
}

export function createLog(level: LogLevel, redact: (text: string) => string, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
	const least = logLevels.indexOf(level)
	const at = (name: LogLevel) => (message: string, fields: Record<string, unknown> = {}) => {
		if (logLevels.indexOf(name) < least) return
		write(redact(JSON.stringify({ at: new Date().toISOString(), level: name, message, ...printable(fields) })) + '\n')
	}
	return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function printable(fields: Record<string, unknown>) {
	return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? describe(value) : value]))
}

function describe(error: Error): string {
	const cause = error.cause instanceof Error ? `; because ${describe(error.cause)}` : ''
	return (error.stack ?? error.message) + cause
}
