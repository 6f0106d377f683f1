// The specification's window events (spec/1 §7), for programs and panes that know them: each only runs a command.
import { themeChoice, themes } from './appearance.ts'
import { runCommand } from './commands.ts'
import { openPane } from './panes.ts'
import { receivePreference, writePreference } from './preferences.ts'
import { setCwd } from './project.ts'

type Detail = Readonly<Record<string, unknown>>

/** Events that are a command by another name, with what they carry. A command whose pane is not part of this build is ignored with a warning. */
const commands: Readonly<Record<string, string>> = {
	'vt:agent:run': 'maestro.run',
	'vt:project:run': 'project.run',
	'vt:newProject:create': 'new-project.create',
	'vt:image:generate': 'image.generate',
	'vt:image:result': 'image.result',
	'vt:browserPreview:navigate': 'preview.open',
	'vt:editor:open': 'editor.open',
	'vt:lsp:diagnostics': 'problems.receive',
	'vt:layout:reset': 'layout.reset',
	'vt:palette:open': 'palette.open',
	'vt:header:toggle': 'header.toggle',
	'vt:footer:toggle': 'footer.toggle',
	'vt:sidebar:toggle': 'sidebar.toggle',
	'vt:superDock:open': 'super-dock.add',
	'vt:superDock:toggle': 'super-dock.toggle',
	'vt:feedback:open': 'feedback.open',
}

/** Events that say what to do rather than which command does it. */
const deeds: Readonly<Record<string, (detail: Detail) => void>> = {
	'vt:layout:open': ({ id, pane, component, config }) => {
		const wanted = [id, pane, component].find((value) => typeof value === 'string')
		if (typeof wanted === 'string') openPane(wanted, { config: isRecord(config) ? config : undefined })
	},
	'vt:onboarding:open': () => openPane('onboarding'),
	'vt:cwd:selected': ({ cwd, path }) => {
		const folder = cwd ?? path
		if (typeof folder === 'string') setCwd(folder)
	},
	'vt:prefs:update': ({ key, value }) => {
		if (typeof key === 'string') receivePreference(key, value)
	},
	'vt:theme:set': ({ theme }) => {
		const known = themes.find((each) => each === theme)
		if (known) writePreference(themeChoice, known)
	},
}

/** Every event that is heard. */
export const bridgedEvents: readonly string[] = [...Object.keys(commands), ...Object.keys(deeds)]

/** Listens until stopped. */
export function listenForEvents(target: Window = window): () => void {
	const stop = new AbortController()
	const listen = (name: string, act: (detail: Detail) => void) => {
		target.addEventListener(name, (event) => act('detail' in event && isRecord(event.detail) ? event.detail : {}), { signal: stop.signal })
	}
	for (const [name, command] of Object.entries(commands)) listen(name, (detail) => void runCommand(command, detail))
	for (const [name, act] of Object.entries(deeds)) listen(name, act)
	return () => stop.abort()
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
