import { expect, test } from 'vitest'
import { readLcov } from './coverage.ts'

test('lcov: files of the project, most lines left out first, whatever the numbers claim', () => {
	const text = 'TN:\nSF:src/a.js\nDA:1,1\nLF:10\nLH:9\nend_of_record\nSF:/p/src/b.js\nLH:2\nLF:10\nend_of_record\nSF:../outside.js\nLF:5\nLH:5\nSF:/etc/passwd\nLF:5\nLH:5\nSF:empty.js\nLF:0\nLH:0\nSF:c.js\r\nLF:3\r\nLH:9\r\nSF:d.js\nLF:x\n'
	expect(readLcov(text, '/p')).toEqual([
		{ file: 'src/b.js', lines: 10, covered: 2 },
		{ file: 'src/a.js', lines: 10, covered: 9 },
		{ file: 'c.js', lines: 3, covered: 3 },
	])
	expect(readLcov('', '/p')).toEqual([])
})
