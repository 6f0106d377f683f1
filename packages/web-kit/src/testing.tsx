import { QuestionHost } from '@drydock/ui'
import { cleanup, configure, render } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach } from 'vitest'
import { createApi } from './api.ts'
import { createRegistry, install, registry, type WebHalf } from './contribute.ts'
import { closeOverlay } from './overlays.ts'
import { PaneTabContext, type PaneTab } from './pane-tab.ts'
import { setPaneOpener, type OpenOptions } from './panes.ts'
import { resetPreferences } from './preferences.ts'
import { KitProvider } from './provider.tsx'
import { useToasts } from './toasts.ts'

export { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
export { default as userEvent } from '@testing-library/user-event'

// Real servers and lazily loaded parts stand behind these tests; on a busy machine the default second is short.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
	cleanup()
	resetPreferences()
	for (const { id } of registry().overlays) closeOverlay(id)
	globalThis.localStorage?.clear()
	useToasts.setState({ toasts: [], history: [], unread: 0 })
	install(createRegistry([]))
	setPaneOpener(undefined)
})

export interface RenderOptions {
	/** The web halves whose panes and commands the pane may use. */
	halves?: readonly WebHalf[]
	/** What the pane is opened with. */
	config?: Record<string, unknown>
}

export interface RenderedPane extends ReturnType<typeof render> {
	/** Panes that were asked for, in order. */
	opened: { id: string; options: OpenOptions }[]
	/** What the pane did to its tab. */
	tab: { title: string | undefined; isDirty: boolean; isClosed: boolean; config: Record<string, unknown> }
}

/** Shows a pane over a test app (`testApp()` of the server kit), with real parts in between. */
export function renderPane(pane: ReactNode, app: { fetch: typeof globalThis.fetch }, { halves = [], config = {} }: RenderOptions = {}): RenderedPane {
	install(createRegistry(halves))
	const opened: RenderedPane['opened'] = []
	setPaneOpener((id, options) => opened.push({ id, options }))
	const tab: RenderedPane['tab'] = { title: undefined, isDirty: false, isClosed: false, config }
	function Tab({ children }: { children: ReactNode }) {
		const [shown, setShown] = useState(config)
		const handle: PaneTab = {
			id: 'tab',
			paneId: 'pane',
			config: shown,
			isVisible: true,
			setConfig(change) {
				Object.assign(tab.config, change)
				setShown({ ...tab.config })
			},
			setTitle: (title) => void (tab.title = title),
			setDirty: (isDirty) => void (tab.isDirty = isDirty),
			close: () => void (tab.isClosed = true),
			guardClose: () => {},
		}
		return <PaneTabContext value={handle}>{children}</PaneTabContext>
	}
	const api = createApi('http://127.0.0.1:8000', { fetch: app.fetch })
	const rendered = render(
		<KitProvider api={api}>
			<Tab>{pane}</Tab>
			<QuestionHost />
		</KitProvider>,
	)
	return Object.assign(rendered, { opened, tab })
}
