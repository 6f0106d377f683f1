import { askConfirm, askText } from '@drydock/ui'
import { asFault, toast, useApi, useCall, useRefresh } from '@drydock/web-kit'
import { keepSavedLayout, listSavedLayouts, readSavedLayout, removeSavedLayout, renameSavedLayout } from '../../contract.ts'
import { exportLayout } from '@drydock/web-kit/dock/late/layout-files.ts'
import { currentValue } from '@drydock/web-kit/dock/late/layout-value.ts'
import { linkTo, openSaved } from './links.ts'

/** The saved layouts and what can be done with them; a failure is told. */
export function useSaved() {
	const api = useApi()
	const refresh = useRefresh()
	const { data, error, refetch } = useCall(listSavedLayouts, {}, { onFocus: true })
	const names = data?.layouts.map(({ name }) => name) ?? []

	async function told(work: () => Promise<void>) {
		try {
			await work()
		} catch (cause) {
			toast({ kind: 'error', message: asFault(cause).message })
		}
		await refresh(listSavedLayouts)
	}

	return {
		layouts: data?.layouts,
		error,
		retry: () => void refetch(),
		save: (name: string) =>
			told(async () => {
				const replace = names.includes(name)
				if (replace && !(await askConfirm({ title: 'Replace layout', body: `A layout called “${name}” exists already. Replace it by the one on the screen?`, confirmLabel: 'Replace' }))) return
				await api.send(keepSavedLayout, { name, value: { ...currentValue() }, replace })
				toast({ kind: 'success', message: `Layout “${name}” is saved` })
			}),
		open: (name: string) => openSaved(api, name),
		rename: (name: string) =>
			told(async () => {
				const to = await askText({ title: 'Rename layout', label: 'Name', initial: name, confirmLabel: 'Rename', check: (text) => problemWith(text, names.filter((each) => each !== name)) })
				if (to !== undefined) await api.send(renameSavedLayout, { name, to })
			}),
		remove: (name: string) =>
			told(async () => {
				const { value } = await api.send(removeSavedLayout, { name })
				const undo = () => told(async () => void (await api.send(keepSavedLayout, { name, value })))
				toast({ message: `Layout “${name}” was deleted`, ttlMs: 8000, action: { label: 'Undo', run: () => void undo() } })
			}),
		export: (name: string) => told(async () => exportLayout(name, (await api.send(readSavedLayout, { name })).value)),
		link: (name: string) =>
			told(async () => {
				await navigator.clipboard.writeText(linkTo(name)).catch(() => {
					throw new Error('Copy failed')
				})
				toast({ kind: 'success', message: 'The link is in the clipboard' })
			}),
	}
}

/** Why a layout cannot be called so. */
export function problemWith(name: string, taken: readonly string[]): string | undefined {
	if (name.length > 60) return 'A name has at most 60 characters.'
	if (/[/\p{Cc}]/u.test(name)) return 'A name has no slash.'
	return taken.includes(name) ? 'A layout has this name already.' : undefined
}
