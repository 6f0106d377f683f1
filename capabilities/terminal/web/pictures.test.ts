import { expect, test } from 'vitest'
import { fitPicture, readPictureSize } from './picture-size.ts'
import { pictureSplitter } from './picture-splitter.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function splitAll(pieces: readonly Uint8Array[]) {
	const split = pictureSplitter()
	let [text, pictures] = ['', [] as string[]]
	for (const part of pieces.flatMap((piece) => split(piece))) {
		if ('text' in part) pictures = [...pictures, part.text]
		else text += String.fromCharCode(...part)
	}
	return { text, pictures }
}

test('pictures are taken out of the output, wherever it is cut', () => {
	const output = bytesOf('a\u001b[31mb\u001b]1337;File=inline=1:QUJD\u0007c\u001b]1337;File=x:REVG\u001b\\d\u001b]1337;Other=1\u0007e')
	for (let cut = 0; cut <= output.length; cut++)
		expect(splitAll([output.slice(0, cut), output.slice(cut)])).toEqual({ text: 'a\u001b[31mbc\u001b\\d\u001b]1337;Other=1\u0007e', pictures: ['inline=1:QUJD', 'x:REVG'] })
})

test.each([
	['is cancelled', 'inline=1:QU\u0018after'],
	['is larger than a mebibyte', `inline=1:${'A'.repeat(1024 * 1024)}\u0007after`],
])('a picture that %s is left out, and what follows is not', (_, text) => {
	expect(splitAll([bytesOf(`\u001b]1337;File=${text}`)])).toEqual({ text: 'after', pictures: [] })
})

const png = (width: number, height: number) => {
	const file = new Uint8Array(33)
	file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
	new DataView(file.buffer).setUint32(16, width)
	new DataView(file.buffer).setUint32(20, height)
	return file
}
const padded = (start: readonly number[]) => Uint8Array.from({ length: 40 }, (_, at) => start[at] ?? 0)

test.each([
	['PNG', png(3, 4), { type: 'image/png', width: 3, height: 4 }],
	['PNG of four thousand million pixels', png(65_535, 65_535), { type: 'image/png', width: 65_535, height: 65_535 }],
	['GIF', padded([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 5, 0, 6, 0]), { type: 'image/gif', width: 5, height: 6 }],
	['JPEG', padded([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0, 7, 0, 9]), { type: 'image/jpeg', width: 9, height: 7 }],
	['JPEG that leads nowhere', padded([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), undefined],
	['JPEG of empty segments', padded([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0]), undefined],
	['SVG', padded([...bytesOf('<svg onload="alert(1)">')]), undefined],
	['cut-off PNG', png(3, 4).slice(0, 20), undefined],
])('the size of a %s is read from its header', (_, file, size) => {
	expect(readPictureSize(file)).toEqual(size)
})

const [cell, screen] = [
	{ width: 10, height: 20 },
	{ width: 800, height: 400 },
]

test.each([
	[{}, { width: 100, height: 50 }],
	[{ width: '20' }, { width: 200, height: 100 }],
	[{ height: '100px' }, { width: 200, height: 100 }],
	[{ width: '50%', height: 'auto' }, { width: 400, height: 200 }],
	[{ width: '20', height: '2' }, { width: 80, height: 40 }],
	[{ width: '20', height: '2', preserveAspectRatio: '0' }, { width: 200, height: 40 }],
	[{ width: '99999' }, { width: 800, height: 400 }],
	[{ width: '-1', height: '1e9' }, { width: 100, height: 50 }],
])('a picture of 100 by 50 with %j fits the screen', (facts, box) => {
	expect(fitPicture({ width: 100, height: 50 }, new Map(Object.entries(facts)), cell, screen)).toEqual(box)
})
