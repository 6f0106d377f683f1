import { createHash } from 'node:crypto'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** Latin-1, and what interfaces add to it; another glyph comes from a font of the system. */
const glyphs = [...range(0x20, 0x7e), ...range(0xa0, 0xff)].map((code) => String.fromCodePoint(code)).join('') + '–—‘’“”•…‹›←↑→↓⌘⌥⇧×−≤≥€™'
/** No text is lighter or bolder than these. */
const weights = { min: 400, max: 700 }

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Leaves out of the fonts what nothing shows: they are a quarter of the first load. */
export function subsetFonts(): Plugin {
	return {
		name: 'drydock:subset-fonts',
		apply: 'build',
		async generateBundle(_, bundle) {
			const texts = Object.values(bundle).filter((each) => each.type === 'asset' && each.fileName.endsWith('.css'))
			for (const asset of Object.values(bundle)) {
				if (asset.type !== 'asset' || !asset.fileName.endsWith('.woff2')) continue
				const isVariable = asset.fileName.includes('-wght-')
				const source = await subsetFont(Buffer.from(asset.source), glyphs, { targetFormat: 'woff2', ...(isVariable && { variationAxes: { wght: weights } }) })
				const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
				const fileName = asset.fileName.replace(/-[\w-]{8}\.woff2$/, `-${hash}.woff2`)
				for (const text of texts) if (text.type === 'asset') text.source = String(text.source).replaceAll(asset.fileName, fileName).replaceAll(asset.fileName.replace('assets/', ''), fileName.replace('assets/', ''))
				delete bundle[asset.fileName]
				this.emitFile({ type: 'asset', fileName, source })
			}
		},
	}
}
