// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'

afterEach(cleanup)

/** Shown once the renderer is there: what it made of the text, or nothing where it was not asked. */
async function shown(text: string) {
	await import('./MarkdownRenderer.tsx')
	const { container } = render(<Markdown text={`${text}\n\nthe end`} />)
	await screen.findByText(/the end/)
	return container
}

const lists = (depth: number) => Array.from({ length: depth }, (_, level) => `${' '.repeat(level * 2)}- level ${level}`).join('\n')

test.each([
	['a hundred quotes within each other', '> '.repeat(99) + 'deep', 'blockquote'],
	['lists within each other', lists(20), 'li'],
	['a long table', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(200)}`, 'table'],
	['code with more stars than a paragraph may have', `\`\`\`c\n${'int **a_b = *c;\n'.repeat(1000)}\`\`\`\n\n1. a\n2. b`, 'li'],
	['a line of dashes and stars', `${'-'.repeat(80)}\n\n${'* '.repeat(3)}`, 'hr'],
])('%s are Markdown', async (_, text, element) => {
	expect((await shown(text)).querySelector(element)).not.toBeNull()
})

test.each([
	['a hundred thousand quotes within each other', '> '.repeat(100_000) + 'deep'],
	['quotes without blanks', `${'>'.repeat(100_000)} deep`],
	['lists within each other on one line', `${'- '.repeat(5000)}deep`],
	['lists within each other, line by line', lists(600)],
	['emphasis that never ends', '*a_ '.repeat(10_000)],
	['emphasis that never ends, behind what is no fence', `\`\`\` no \` fence\n${'*a_ '.repeat(10_000)}`],
	['emphasis that never ends, behind a fence that did', `~~~~\n~~~\n~~~~~\n${'*a_ '.repeat(10_000)}`],
	['five mebibytes', 'some *words* here\n\n'.repeat(300_000)],
])('%s are shown as they stand, at once', async (_, text) => {
	await import('./MarkdownRenderer.tsx')
	const since = performance.now()
	const { container } = render(<Markdown text={text} />)
	expect(performance.now() - since).toBeLessThan(5000)
	expect(container.textContent).toBe(text)
	expect(container.querySelector('blockquote, li, em')).toBeNull()
})

test.each([
	['brackets', '['.repeat(20_000)],
	['pictures in pictures', '!['.repeat(20_000)],
	['as much emphasis as there may be', '*a_ '.repeat(999)],
	['backticks of every length', Array.from({ length: 100 }, (_, length) => '`'.repeat(length)).join(' ')],
	['a table of one row', `|${'a|'.repeat(5000)}`],
])('%s do not hold up the page', async (_, text) => {
	const since = performance.now()
	expect((await shown(text)).textContent).toContain('the end')
	expect(performance.now() - since).toBeLessThan(10_000)
})
