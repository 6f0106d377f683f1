import { Banner, Button, TextInput } from '@drydock/ui'
import { openPane, useSend } from '@drydock/web-kit'
import { useState } from 'react'
import { readProvider, saveProvider } from '../../settings/contract.ts'
import { maestroHealth } from '../contract.ts'

const sentences = {
	no_key: (label: string) => `No API key for ${label} yet.`,
	no_model: (label: string) => `No model of ${label} is chosen yet.`,
	no_provider: () => 'No model provider is set up yet.',
	ready: () => '',
}

/** What is missing before a run could start, and the way to it. The key goes to the server and never comes back. */
export function PasteKey({ status, provider, label }: { status: keyof typeof sentences; provider: string; label: string }) {
	const [key, setKey] = useState<string>()
	const save = useSend(saveProvider, { refresh: [maestroHealth, readProvider] })
	function handleSave() {
		if (key?.trim()) save.mutate({ provider, key: key.trim() }, { onSuccess: () => setKey(undefined) })
	}
	const settings = (
		<Button isSmall onClick={() => openPane('settings')}>
			Settings
		</Button>
	)
	if (key === undefined)
		return (
			<Banner
				tone="attention"
				actions={
					<>
						{status === 'no_key' && (
							<Button isSmall variant="primary" onClick={() => setKey('')}>
								Paste key
							</Button>
						)}
						{settings}
					</>
				}
			>
				{sentences[status](label)}
			</Banner>
		)
	return (
		<form
			className="PasteKey"
			onSubmit={(event) => {
				event.preventDefault()
				handleSave()
			}}
		>
			<TextInput type="password" autoComplete="off" autoFocus isMono aria-label={`API key for ${label}`} placeholder={`API key for ${label}`} maxLength={4096} value={key} onChange={(event) => setKey(event.target.value)} />
			<Button isSmall variant="primary" type="submit" isBusy={save.isPending} disabled={key.trim() === ''}>
				Save key
			</Button>
			<Button isSmall variant="quiet" onClick={() => setKey(undefined)}>
				Cancel
			</Button>
			{settings}
			{save.error && (
				<p role="alert" className="PasteKey-problem">
					{save.error.message}
				</p>
			)}
		</form>
	)
}
