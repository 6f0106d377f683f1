import { useApi } from '@drydock/web-kit'
import { deviceId } from '@drydock/web-kit/dock/device.ts'
import { connectLayout } from '@drydock/web-kit/dock/layout-store.ts'
import { useEffect } from 'react'
import { readLayout, saveLayout } from '../contract.ts'

/** Keeps the layout on the server too, and opens the one that the address names; shows nothing. */
export default function LayoutSync() {
	const api = useApi()
	useEffect(() => {
		const device = deviceId()
		const openNamed = async () => {
			if (location.hash.includes('layout=')) await (await import('./saved/links.ts')).openLinked(api)
		}
		const connected = connectLayout({
			async read() {
				const { disabled, value } = await api.send(readLayout, { device_id: device })
				return disabled ? undefined : (value ?? undefined)
			},
			write: (record) => api.send(saveLayout, { deviceId: device, value: { ...record } }),
		})
		void connected.then(openNamed)
		addEventListener('hashchange', openNamed)
		return () => removeEventListener('hashchange', openNamed)
	}, [api])
	return undefined
}
