import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A small real project: two functions, their tests, one of which fails. */
export const projectFiles: Record<string, string> = {
	'package.json': '{ "name": "prices", "type": "module", "scripts": { "test": "node --test" } }\n',
	'README.md': '# Prices\n\nAdds up what is in a basket.\n',
	'src/total.js': `// Prices are in cents.
export function total(items) {
	let sum = 0
	for (const item of items) {
		sum += item.price
	}
	return sum
}

export function format(cents) {
	return (cents / 100).toFixed(2)
}

export const currency = 'EUR'
`,
	'test/total.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { format, total } from '../src/total.js'

test('each item counts as often as it was taken', () => {
	assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600)
})

test('cents are shown with two digits', () => {
	assert.equal(format(1230), '12.30')
})
`,
}

export async function makeProject(folder: string, files: Record<string, string> = projectFiles): Promise<string> {
	const root = path.join(folder, 'prices')
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(root, name)), { recursive: true })
		await writeFile(path.join(root, name), text)
	}
	return root
}
