/** A place to fill in: `${name}` or `${name:default}`; `\${` stands for itself. */
export interface Placeholder {
	name: string
	initial: string
}

const pattern = /\\\$\{|\$\{([A-Za-z0-9_ -]{1,40})(?::([^}]*))?\}/g

/** What a snippet asks for, each once; the first default counts. */
export function placeholdersIn(body: string): Placeholder[] {
	const found = new Map<string, string>()
	for (const [, name, initial] of body.matchAll(pattern)) if (name !== undefined && !found.get(name)) found.set(name, initial ?? '')
	return [...found].map(([name, initial]) => ({ name, initial }))
}

export function fillIn(body: string, values: Readonly<Record<string, string>>): string {
	return body.replaceAll(pattern, (whole, name: string | undefined, initial: string | undefined) => (name === undefined ? whole.slice(1) : (values[name] ?? initial ?? '')))
}
