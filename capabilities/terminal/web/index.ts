import { contribute, openPane } from '@drydock/web-kit'
import { loadEngine } from './engine.ts'
import { ensureTab, openTab, terminalProfiles, terminalTabs } from './tabs.ts'

export default contribute({
	panes: [
		{
			id: 'terminal',
			title: 'Terminal',
			category: 'Developer Tools',
			description: 'Shells that live on through reloads and restarts.',
			tags: ['shell', 'bash', 'console', 'command line', 'pty'],
			order: 1,
			defaultDock: 'bottom',
			featured: true,
			ahead: ensureTab,
			load() {
				// On its way while the rest of the page starts; the terminal says so if it does not come.
				loadEngine().catch(() => {})
				return import('./TerminalPane.tsx')
			},
		},
		{
			id: 'ptyDiagnostics',
			title: 'PTY Diagnostics',
			category: 'Developer Tools',
			description: 'Round trip, buffers and reconnects of the terminals; attach to one or end it.',
			tags: ['terminal', 'latency', 'sessions', 'pty'],
			shortcut: 'Alt+9',
			load: () => import('./PtyDiagnosticsPane.tsx'),
		},
		{
			id: 'experimentalTerminal',
			title: 'Experimental Terminal',
			category: 'Developer Tools',
			description: 'A session of the terminal, drawn by WebGL.',
			tags: ['terminal', 'webgl', 'renderer'],
			load: () => import('./ExperimentalTerminalPane.tsx'),
		},
	],
	commands: [
		{
			id: 'terminal.open',
			title: 'New terminal',
			category: 'Terminal',
			description: 'Opens a shell; with a folder, there.',
			run({ cwd }) {
				openTab(typeof cwd === 'string' ? { cwd } : {})
				openPane('terminal')
			},
		},
	],
	// Within the terminal; elsewhere these keys belong to others.
	shortcuts: [
		{ id: 'terminal.new-tab', title: 'New terminal', keys: 'Alt+T' },
		// spec: Ctrl/Cmd+W
		{ id: 'terminal.close-tab', title: 'Close terminal', keys: 'Mod+W' },
		// spec: Ctrl+Alt+Left/Right
		{ id: 'terminal.previous-tab', title: 'Previous terminal', keys: 'Ctrl+Alt+ArrowLeft' },
		{ id: 'terminal.next-tab', title: 'Next terminal', keys: 'Ctrl+Alt+ArrowRight' },
		{ id: 'terminal.focus', title: 'Focus the terminal', keys: 'Mod+K' },
		// spec: Ctrl/Cmd+L
		{ id: 'terminal.clear', title: 'Clear', keys: 'Mod+L' },
		{ id: 'terminal.search', title: 'Search', keys: 'Mod+F' },
		{ id: 'terminal.copy', title: 'Copy', keys: 'Ctrl+Shift+C' },
		{ id: 'terminal.split', title: 'Split', keys: 'Ctrl+Shift+5' },
		{ id: 'terminal.previous-command', title: 'Previous command', keys: 'Mod+ArrowUp' },
		{ id: 'terminal.next-command', title: 'Next command', keys: 'Mod+ArrowDown' },
	].map((entry) => ({ ...entry, scope: 'Terminal' })),
	preferences: [terminalTabs, terminalProfiles],
})
