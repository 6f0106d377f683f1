import '@drydock/ui/styles.css'
import './shell/boot.css'
import { apiBase, browserKeyStore, createApi, createSession, followAppearance, followConnection, followPageVersion, install, KitProvider, listenForEvents, listenForShortcuts, takeCode } from '@drydock/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registry } from './capabilities.ts'
import { App } from './shell/App.tsx'
import { preloadShownPanes } from './shell/preload.ts'
import { enter, listenForLink } from './shell/enter.ts'

install(registry)
followAppearance()
listenForEvents()
listenForShortcuts(window)
preloadShownPanes()
listenForLink()

const base = apiBase(location, import.meta.env['VITE_API_BASE'])
followConnection(base)
followPageVersion()

const session = createSession(base, browserKeyStore())
const api = createApi(base, { credentials: session })
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

await enter(session, takeCode())
createRoot(root).render(
	<StrictMode>
		<KitProvider api={api}>
			<App />
		</KitProvider>
	</StrictMode>,
)
