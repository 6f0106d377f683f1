import { closeOverlay, flag, isOverlayHere, openOverlay, preference, readPreference, textsUpTo, writePreference } from '@drydock/web-kit'

/** Once it was used the header stops pointing at it (spec/3 §2). */
export const paletteUsed = preference('palette_used', 'Palette used', false, flag)

/** As many as people remember having run. */
const mostRecent = 12
/** Ids of commands that were run from the palette, the last one first. */
export const recentCommands = preference<readonly string[]>('palette_recent', 'Recent commands', [], textsUpTo(mostRecent))

export const palette = 'palette'

/** Opens the palette, or closes it when it is open in this window. */
export function openPalette(): void {
	if (isOverlayHere(palette)) return closePalette()
	openOverlay(palette)
	writePreference(paletteUsed, true)
}

export function closePalette(): void {
	closeOverlay(palette)
}

export function rememberCommand(id: string): void {
	writePreference(recentCommands, [id, ...readPreference(recentCommands).filter((other) => other !== id)])
}
