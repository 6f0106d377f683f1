interface PictureFile {
	type: 'image/png' | 'image/jpeg' | 'image/gif'
	width: number
	height: number
}

/** What a picture's own header says, so that a small file which unpacks to gigabytes is never unpacked. */
export function readPictureSize(file: Uint8Array): PictureFile | undefined {
	if (file.length < 24) return undefined
	const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
	if (view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452) return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
	if (view.getUint32(0) === 0x47494638) return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
	if (view.getUint16(0) === 0xffd8) return readJpeg(view)
	return undefined
}

/** From segment to segment until the one that begins a frame. */
function readJpeg(view: DataView): PictureFile | undefined {
	for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
		const kind = view.getUint8(at + 1)
		if (view.getUint8(at) !== 0xff) return undefined
		if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
	}
	return undefined
}

export interface Box {
	width: number
	height: number
}

/** How large a picture is drawn: as it is or as its program wishes, and never larger than the screen. */
export function fitPicture(natural: Box, facts: ReadonlyMap<string, string>, cell: Box, screen: Box): Box {
	const width = readLength(facts.get('width'), cell.width, screen.width)
	const height = readLength(facts.get('height'), cell.height, screen.height)
	const ratio = natural.width / natural.height
	const isFree = facts.get('preserveAspectRatio') === '0'
	const wished = { width: width ?? (height === undefined ? natural.width : height * ratio), height: height ?? (width === undefined ? natural.height : width / ratio) }
	// Within the box that was wished for, a picture keeps its shape.
	const whole = width !== undefined && height !== undefined && !isFree ? scale(natural, Math.min(width / natural.width, height / natural.height)) : wished
	return scale(whole, Math.min(1, screen.width / whole.width, screen.height / whole.height))
}

const scale = ({ width, height }: Box, by: number): Box => ({ width: width * by, height: height * by })

/** `12` cells, `40px`, `50%`, or `auto`. */
function readLength(text: string | undefined, cell: number, whole: number): number | undefined {
	const [, digits, unit] = /^(\d{1,5})(px|%|)$/.exec(text ?? '') ?? []
	const count = Number(digits)
	if (!(count > 0)) return undefined
	return unit === 'px' ? count : unit === '%' ? (whole * count) / 100 : count * cell
}
