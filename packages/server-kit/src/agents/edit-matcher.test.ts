import { expect, test } from 'vitest'
import { applyEdits } from './edit-matcher.ts'

const file = `function greet(name) {
	if (!name) {
		return 'nobody'
	}
	return 'hello ' + name
}

function part() {
	return 'bye'
}
`

const cases: [string, string, { old: string; new: string }, string | RegExp][] = [
	['an exact quote', file, { old: "return 'bye'", new: "return 'so long'" }, file.replace("'bye'", "'so long'")],
	['trailing blanks', file, { old: "\treturn 'bye'  \n}", new: "\treturn 'so long'\n}" }, file.replace("'bye'", "'so long'")],
	['trailing blanks in the file', file.replace("'bye'", "'bye'  "), { old: "\treturn 'bye'\n}", new: "\treturn 'so long'\n}" }, file.replace("'bye'", "'so long'")],
	['a block quoted less indented', file, { old: "if (!name) {\n\treturn 'nobody'\n}", new: "if (!name) {\n\treturn 'somebody'\n}" }, file.replace('nobody', 'somebody')],
	['a block quoted more indented', file, { old: "\t\tfunction part() {\n\t\t\treturn 'bye'\n\t\t}", new: "\t\tfunction part() {\n\t\t\treturn 'x'\n\t\t}" }, file.replace('bye', 'x')],
	['typographic quotes', file, { old: '\treturn ‘bye’', new: '\treturn ‘so long’' }, file.replace("'bye'", "'so long'")],
	['blank lines before and after', file, { old: "\n\n\treturn 'bye'\n\n", new: "\n\n\treturn 'so long'\n\n" }, file.replace("'bye'", "'so long'")],
	['a file with CRLF', file.replaceAll('\n', '\r\n'), { old: "function part() {\n\treturn 'bye'\n}", new: "function part() {\n\treturn 'x'\n}" }, file.replace('bye', 'x').replaceAll('\n', '\r\n')],
	['removing lines', file, { old: "function part() {\n\treturn 'bye'\n}\n", new: '' }, file.replace("function part() {\n\treturn 'bye'\n}\n", '')],
	['removing quoted with wrong blanks', file, { old: "\treturn 'bye'   ", new: '' }, file.replace("\treturn 'bye'\n", '')],
	['dollar signs stay literal', file, { old: 'bye', new: '$& $1' }, file.replace('bye', () => '$& $1')],
	['an ambiguous quote', file, { old: 'return', new: 'x' }, /occurs 3 times/],
	['an ambiguous quote but for blanks', 'a \nb\na  \n', { old: 'a', new: 'c' }, /occurs 2 times/],
	['a typo', file, { old: "\tretrun 'bye'\n}", new: '' }, /Did you mean[^]*return 'bye'/],
	['a line left out', file, { old: "function greet(name) {\n\treturn 'hello ' + name\n}", new: '' }, /not found/],
	['rescaled indentation', 'if (a) {\n    if (b) {\n        c()\n    }\n}\n', { old: 'if (a) {\n  if (b) {\n    c()\n  }\n}', new: '' }, /not found/],
	['an empty quote', file, { old: '\n', new: 'x' }, /empty/],
	['nothing to change', file, { old: 'bye', new: 'bye' }, /the same/],
]

test.each(cases)('%s', (_, text, edit, expected) => {
	const result = applyEdits(text, [edit])
	if (typeof expected === 'string') expect(result).toEqual({ ok: true, text: expected })
	else expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(expected) })
})

test('several edits are all or nothing, and the failing one is named', () => {
	expect(applyEdits(file, [{ old: 'bye', new: 'x' }, { old: 'no such', new: 'y' }])).toMatchObject({ ok: false, reason: expect.stringMatching(/^Edit 2 of 2/) })
	expect(applyEdits(file, [{ old: 'bye', new: 'x' }, { old: "return 'x'", new: 'return 1' }])).toEqual({ ok: true, text: file.replace("'bye'", '1') })
})
