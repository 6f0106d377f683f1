import '@drydock/ui/styles.css'
import './shell/boot.css'
import { createApi, followAppearance, followConnection, followPageVersion, install, KitProvider, listenForEvents, listenForShortcuts } from '@drydock/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registry } from './capabilities.ts'
import { base, entered, session } from './early.ts'
import { App } from './shell/App.tsx'
import { askAhead, preloadShownPanes } from './shell/preload.ts'
import { listenForLink } from './shell/enter.ts'

install(registry)
followAppearance()
listenForEvents()
listenForShortcuts(window)
preloadShownPanes()
listenForLink()

followConnection(base)
followPageVersion()

const api = createApi(base, { credentials: session })
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

await entered
askAhead(api)
createRoot(root).render(
	<StrictMode>
		<KitProvider api={api}>
			<App />
		</KitProvider>
	</StrictMode>,
)
