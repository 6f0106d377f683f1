import { asFault, toast, useSession, type Api } from '@drydock/web-kit'
import { readSavedLayout } from '../../contract.ts'
import { openValue } from '@drydock/web-kit/dock/late/layout-value.ts'

const key = 'layout'

/** An address that opens a saved layout; what stands behind the # is never sent to a server. */
export function linkTo(name: string): string {
	return `${location.origin}${location.pathname}#${new URLSearchParams({ [key]: name })}`
}

/** Opens the layout that the address names, and takes the name out of it: a reload shows what one has by then. Signed out it stays for the sign-in. */
export async function openLinked(api: Api): Promise<void> {
	const name = new URLSearchParams(location.hash.slice(1)).get(key)
	if (name === null || useSession.getState().status === 'signed-out') return
	history.replaceState(history.state, '', location.pathname + location.search)
	await openSaved(api, name)
}

export async function openSaved(api: Api, name: string): Promise<void> {
	try {
		openValue(name, (await api.send(readSavedLayout, { name })).value)
	} catch (error) {
		toast({ kind: 'error', message: asFault(error).message })
	}
}
