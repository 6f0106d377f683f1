// spec/2 §9 names the extensions of the first lines; the others are what people also have in a project.
const byExtension: Record<string, string> = {
	ts: 'typescript', tsx: 'typescript', mts: 'typescript', cts: 'typescript', js: 'javascript', jsx: 'javascript', mjs: 'javascript', cjs: 'javascript',
	json: 'json', jsonc: 'json', webmanifest: 'json', md: 'markdown', mdx: 'markdown', markdown: 'markdown', py: 'python', pyi: 'python', rs: 'rust', go: 'go',
	java: 'java', cs: 'csharp', css: 'css', scss: 'scss', html: 'html', htm: 'html', vue: 'html', svelte: 'html', yml: 'yaml', yaml: 'yaml', toml: 'toml', sh: 'shell', bash: 'shell', zsh: 'shell',
	xml: 'xml', svg: 'xml', sql: 'sql', ini: 'ini', cfg: 'ini', conf: 'ini', properties: 'ini', c: 'cpp', h: 'cpp', cc: 'cpp', cpp: 'cpp', hpp: 'cpp', rb: 'ruby', php: 'php', kt: 'kotlin', swift: 'swift',
}
const byName: Record<string, string> = { dockerfile: 'dockerfile', makefile: 'shell', '.env': 'ini', '.gitignore': 'ini', '.npmrc': 'ini', '.editorconfig': 'ini', 'cargo.lock': 'toml' }

/** The language of a file, by its name. */
export function languageOf(path: string): string {
	const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
	const extension = name.slice(name.lastIndexOf('.') + 1)
	const own = (table: Record<string, string>, key: string) => (Object.hasOwn(table, key) ? table[key] : undefined)
	return own(byName, name) ?? (name.includes('.') ? own(byExtension, extension) : undefined) ?? 'plaintext'
}
