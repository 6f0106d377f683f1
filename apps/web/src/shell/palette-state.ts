import { flag, preference, writePreference } from '@drydock/web-kit'
import { create } from 'zustand'

/** Once it was used the header stops pointing at it (spec/3 §2). */
export const paletteUsed = preference('palette_used', 'Palette used', false, flag)

interface PaletteState {
	isOpen: boolean
	/** What had the focus before. */
	before?: Element | null
}

export const usePalette = create<PaletteState>(() => ({ isOpen: false }))

/** Opens the palette, or closes it when it is open. */
export function openPalette(): void {
	usePalette.setState(({ isOpen, before }) => ({ isOpen: !isOpen, before: isOpen ? before : document.activeElement }))
	writePreference(paletteUsed, true)
}

export function closePalette(): void {
	usePalette.setState({ isOpen: false })
}
