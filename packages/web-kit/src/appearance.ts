// How the workspace looks: declared here since the shell applies it before any pane is there.
import { flag, numberBetween, oneOf } from './clamps.ts'
import { preference, readPreference, watchPreferences } from './preferences.ts'

/** spec/1 §2, in its order. */
export const themes = ['system', 'light', 'dark', 'dim', 'high-contrast', 'solarized', 'dracula'] as const
export type Theme = (typeof themes)[number]

// Defaults and ranges: spec/1 §5 and §9.
/** spec: default theme */
export const themeChoice = preference<Theme>('theme', 'Theme', 'dark', oneOf(...themes))
/** spec: font size */
export const fontSize = preference('font_size', 'Font size', 13, numberBetween(11, 18))
export const dyslexiaFont = preference('dyslexia_font', 'Dyslexia-friendly font', false, flag)
/** spec: logo size */
export const logoSize = preference('logo_size', 'Logo size', 18, numberBetween(12, 32))
export const reduceMotion = preference('reduce_motion', 'Reduce motion', false, flag)
/** spec: dock menu gap */
export const dockGap = preference('dock_gap', 'Dock menu gap', 8, numberBetween(0, 24))
/** spec: dock bar size */
export const dockBarSize = preference('dock_bar_size', 'Dock bar size', 32, numberBetween(24, 48))
export const showHeader = preference('show_header', 'Show header', true, flag)
export const showFooter = preference('show_footer', 'Show footer', true, flag)
export const showSidebar = preference('show_sidebar', 'Show sidebar', false, flag)
/** spec: sidebar width */
export const sidebarWidth = preference('sidebar_width', 'Sidebar width', 280, numberBetween(160, 520))

/** Stored as the specification names it: `vt_bg_enabled`. */
export const backgroundAnimation = preference('bg_enabled', 'Background animation', false, flag)
/** spec: background intensity */
export const backgroundIntensity = preference('bg_intensity', 'Background intensity', 0.7, numberBetween(0.2, 1))
/** spec: background frames per second */
export const backgroundFps = preference('bg_fps', 'Background frames per second', 30, numberBetween(10, 60))

/** The theme that is shown: `system` follows the operating system. */
export function shownTheme(): Exclude<Theme, 'system'> {
	const theme = readPreference(themeChoice)
	if (theme !== 'system') return theme
	return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

/** Whether movement is unwanted, by our own setting or the system's. */
export function isMotionReduced(): boolean {
	return readPreference(reduceMotion) || matchMedia('(prefers-reduced-motion: reduce)').matches
}

function apply() {
	const root = document.documentElement
	const theme = shownTheme()
	const isChanged = root.dataset['theme'] !== theme
	root.dataset['theme'] = theme
	root.toggleAttribute('data-reduce-motion', readPreference(reduceMotion))
	root.toggleAttribute('data-dyslexia-font', readPreference(dyslexiaFont))
	root.style.setProperty('--font-size', `${readPreference(fontSize)}px`)
	root.style.setProperty('--logo-size', `${readPreference(logoSize)}px`)
	root.style.setProperty('--dock-gap', `${readPreference(dockGap)}px`)
	root.style.setProperty('--dock-bar-size', `${readPreference(dockBarSize)}px`)
	if (isChanged) dispatchEvent(new CustomEvent('vt:theme:changed', { detail: { theme } }))
}

/** Keeps the page in step with the preferences and the system until stopped. */
export function followAppearance(): () => void {
	apply()
	const system = matchMedia('(prefers-color-scheme: light)')
	system.addEventListener('change', apply)
	const stop = watchPreferences(apply)
	return () => {
		stop()
		system.removeEventListener('change', apply)
	}
}

/** Hears when the shown theme changes: for engines that take colours and not CSS. */
export function onThemeChange(listener: () => void): () => void {
	addEventListener('vt:theme:changed', listener)
	return () => removeEventListener('vt:theme:changed', listener)
}

/** The value of a colour token now, e.g. `--surface-1`. */
export function tokenValue(name: `--${string}`): string {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}
