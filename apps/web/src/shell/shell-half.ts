import { contribute, firstRunDone, isOverlayOpen, openOverlay, readPreference, showFooter, showHeader, showSidebar, themeChoice, themes, toast, writePreference, type CommandEntry, type Preference } from '@drydock/web-kit'
import { stepPanel } from '@drydock/web-kit/dock/focus.ts'
import { resetLayout } from '@drydock/web-kit/dock/layout-store.ts'
import { betaDismissed, welcomeDismissed } from './greeting-state.ts'
import { afterStart } from './preload.ts'
import { openPalette, palette, paletteUsed, recentCommands } from './palette-state.ts'

const toggle = (id: string, title: string, preference: Preference<boolean>, shortcut?: string): CommandEntry => ({
	id,
	title,
	category: 'Workspace',
	shortcut,
	run: () => writePreference(preference, !readPreference(preference)),
})

/** The shell's own commands. */
export const shellHalf = contribute({
	overlays: [
		{ id: palette, isTypedInto: true, when: () => isOverlayOpen(palette), load: () => import('./late/Palette.tsx') },
		{ id: 'notifications', when: () => isOverlayOpen('notifications'), load: () => import('./late/Notifications.tsx') },
		{ id: 'greetings', when: () => !readPreference(welcomeDismissed) || !readPreference(betaDismissed), load: () => afterStart().then(() => import('./late/Greetings.tsx')) },
	],
	preferences: [paletteUsed, recentCommands, welcomeDismissed, betaDismissed],
	commands: [
		// spec: Ctrl/Cmd+Shift+P, spec: Ctrl/Cmd+K
		{ id: 'palette.open', title: 'Open Palette', category: 'Workspace', shortcut: 'Mod+Shift+P or Mod+K', hidden: true, run: () => openPalette() },
		{ id: 'pane.next', title: 'Next pane', category: 'Workspace', shortcut: 'Ctrl+F6', run: () => stepPanel(1) },
		{ id: 'pane.previous', title: 'Previous pane', category: 'Workspace', shortcut: 'Ctrl+Shift+F6', run: () => stepPanel(-1) },
		{ id: 'notifications.show', title: 'Notifications', category: 'Workspace', description: 'What was told since the page was opened.', run: () => openOverlay('notifications') },
		toggle('sidebar.toggle', 'Toggle sidebar', showSidebar, 'Alt+\\'),
		toggle('header.toggle', 'Toggle header', showHeader),
		toggle('footer.toggle', 'Toggle footer', showFooter),
		{
			id: 'layout.reset',
			title: 'Reset layout',
			category: 'Workspace',
			description: 'Back to Files, Maestro, Grok Chat, Matrix and Terminal.',
			run() {
				const undo = resetLayout()
				writePreference(firstRunDone, false)
				toast({ message: 'The layout was reset', ttlMs: 8000, action: { label: 'Undo', run: undo } })
			},
		},
		{ id: 'page.reload', title: 'Reload app', category: 'Workspace', run: () => location.reload() },
		...themes.map((theme): CommandEntry => ({ id: `theme.${theme}`, title: `Theme: ${theme}`, category: 'Appearance', run: () => writePreference(themeChoice, theme) })),
	],
})
