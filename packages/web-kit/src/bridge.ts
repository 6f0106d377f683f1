// The specification's window events, for programs and panes that know them: each only runs a command.
import { runCommand } from './commands.ts'
import { openPane } from './panes.ts'
import { setCwd } from './project.ts'

type Detail = Readonly<Record<string, unknown>>

const events: Record<string, (detail: Detail) => void> = {
	'vt:layout:open': ({ id, pane, component, config }) => {
		const wanted = [id, pane, component].find((value) => typeof value === 'string')
		if (typeof wanted === 'string') openPane(wanted, { config: isRecord(config) ? config : undefined })
	},
	'vt:layout:reset': () => void runCommand('layout.reset'),
	'vt:editor:open': (detail) => void runCommand('editor.open', detail),
	'vt:browserPreview:navigate': (detail) => void runCommand('preview.open', detail),
	'vt:cwd:selected': ({ cwd, path }) => {
		const folder = cwd ?? path
		if (typeof folder === 'string') setCwd(folder)
	},
	'vt:agent:run': (detail) => void runCommand('maestro.run', detail),
	'vt:onboarding:open': () => openPane('onboarding'),
	'vt:palette:open': () => void runCommand('palette.open'),
}

/** Listens until stopped. */
export function listenForEvents(target: Window = window): () => void {
	const stop = new AbortController()
	for (const [name, act] of Object.entries(events)) {
		target.addEventListener(name, (event) => act('detail' in event && isRecord(event.detail) ? event.detail : {}), { signal: stop.signal })
	}
	return () => stop.abort()
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
