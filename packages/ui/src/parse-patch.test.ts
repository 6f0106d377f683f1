import { expect, test } from 'vitest'
import { countLines, parsePatch } from './parse-patch.ts'

test('a patch becomes its hunks', () => {
	const hunks = parsePatch('===\n--- a\n+++ b\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n\\ No newline at end of file\n@@ -9 +10 @@\n-x\n+y\n')
	expect(hunks).toEqual([
		{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 3, lines: [' one', '-two', '+2', '+3', '\\ No newline at end of file'] },
		{ oldStart: 9, oldLines: 1, newStart: 10, newLines: 1, lines: ['-x', '+y'] },
	])
	expect(countLines(hunks)).toEqual({ added: 3, removed: 2 })
})

test('a text that is no patch has no hunks', () => expect(parsePatch('[the change is too large to be shown here]')).toEqual([]))
