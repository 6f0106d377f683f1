import '@drydock/ui/styles.css'
import './shell/boot.css'
import { followAppearance, followConnection, followPageVersion, install, KitProvider, listenForEvents, listenForShortcuts, wait } from '@drydock/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registry } from './capabilities.ts'
import { ahead, api, base, entered, isFirstVisit } from './early.ts'
import { App } from './shell/App.tsx'
import { askAhead, preloadShownPanes } from './shell/preload.ts'
import { listenForLink, restoreLink } from './shell/enter.ts'

install(registry)
followAppearance()
listenForEvents()
listenForShortcuts(window)
preloadShownPanes()
listenForLink()

followConnection(base)
followPageVersion()

/** A frame or two; the shell itself waits no longer. */
const patienceMs = 40

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

await entered
if (isFirstVisit) restoreLink()
askAhead(api)
// What is a moment away stands in the first frame, instead of in a second one.
if (isFirstVisit) await Promise.race([ahead, wait(patienceMs)])
createRoot(root).render(
	<StrictMode>
		<KitProvider api={api}>
			<App />
		</KitProvider>
	</StrictMode>,
)
