import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('./themes/', import.meta.url)

function tokensOf(name: string): Map<string, string> {
	const text = readFileSync(new URL(name, folder), 'utf8')
	return new Map([...text.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, key = '', value = '']) => [key, value]))
}

function luminance(hex: string): number {
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
	return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
	const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
	return (light + 0.05) / (dark + 0.05)
}

const pairs: [text: string, surface: string][] = [
	...['--text', '--text-soft', '--text-faint', '--accent'].flatMap((text): [string, string][] => ['--surface-0', '--surface-1', '--surface-2', '--surface-3'].map((surface) => [text, surface])),
	['--text', '--surface-4'], ['--text', '--selection'], ['--text', '--diff-added'], ['--text', '--diff-removed'], ['--text', '--accent-soft'],
	['--accent-fill-text', '--accent-fill'], ['--accent-fill-text', '--accent-fill-hover'], ['--bad-fill-text', '--bad-fill'],
	...['--running', '--attention', '--good', '--bad'].flatMap((text): [string, string][] => ['--surface-0', '--surface-1', '--surface-2'].map((surface) => [text, surface])),
	['--attention', '--attention-soft'], ['--good', '--good-soft'], ['--bad', '--bad-soft'], ['--accent', '--accent-soft'],
	['--text', '--attention-soft'], ['--text', '--good-soft'], ['--text', '--bad-soft'],
	...['keyword', 'string', 'number', 'comment', 'function'].map((kind): [string, string] => [`--code-${kind}`, '--surface-1']),
	...['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'bright-black', 'bright-red', 'bright-green', 'bright-yellow', 'bright-blue', 'bright-magenta', 'bright-cyan', 'bright-white']
		.map((name): [string, string] => [`--ansi-${name}`, '--surface-1']),
]

test.each(readdirSync(folder))('text stands out in %s', (name) => {
	const tokens = tokensOf(name)
	const least = name === 'high-contrast.css' ? 7 : 4.5
	const weak = pairs
		.map(([text, surface]) => ({ text, surface, ratio: Number(contrast(tokens.get(text) ?? '#000000', tokens.get(surface) ?? '#000000').toFixed(2)) }))
		.filter(({ ratio }) => ratio < least)
	expect(weak).toEqual([])
})

test('every theme has the same colours', () => {
	const [first = '', ...others] = readdirSync(folder)
	for (const other of others) expect([...tokensOf(other).keys()].toSorted(), other).toEqual([...tokensOf(first).keys()].toSorted())
})
