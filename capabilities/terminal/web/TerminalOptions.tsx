import { runnerNames, type RunnerName } from '@drydock/contract'
import { askText, Badge, Button, Checkbox, Field, IconButton, Select, TextInput } from '@drydock/ui'
import { FolderOpen, Save, Trash2 } from '@drydock/ui/icons'
import { toast, useCall, usePreference, useProject } from '@drydock/web-kit'
import { useState } from 'react'
import { ptyDiag } from '../contract.ts'
import { openTab, terminalProfiles } from './tabs.ts'

/** How the next terminal is opened, and whether one can be (spec/2 §2). */
export function TerminalOptions() {
	const project = useProject()
	const diag = useCall(ptyDiag, {})
	const [profiles, setProfiles] = usePreference(terminalProfiles)
	const [name, setName] = useState('')
	const [runner, setRunner] = useState<RunnerName>()
	const [cwd, setCwd] = useState(project.cwd)
	const [records, setRecords] = useState(false)
	const chosen = runner ?? diag.data?.default_runner ?? 'bash'
	const reasons = diag.data?.runners.filter(({ available }) => !available) ?? []

	function handleProfile(next: string) {
		setName(next)
		const profile = profiles.find((each) => each.name === next)
		if (!profile) return
		setRunner(profile.runner)
		setCwd(profile.cwd)
		setRecords(profile.records)
	}

	async function handleSave() {
		const asked = await askText({ title: 'Save profile', label: 'Name', initial: name })
		if (asked === undefined) return
		setProfiles([...profiles.filter((each) => each.name !== asked), { name: asked, runner: chosen, cwd, records }])
		setName(asked)
	}

	async function handleCheck() {
		const { data, error } = await diag.refetch()
		const problem = error?.message ?? data?.error
		if (problem) toast({ kind: 'error', message: problem })
		else toast({ kind: 'success', message: `Terminals work. ${data?.sandbox_error ?? 'The sandbox for commands works too.'}` })
	}

	return (
		<div className="TerminalOptions" role="group" aria-label="Terminal options">
			<Field label="Runner" isInline>
				<Select value={chosen} onChange={({ target }) => setRunner(runnerNames.find((each) => each === target.value))}>
					{diag.data?.runners.map(({ name: each, title, available, reason }) => (
						<option key={each} value={each} disabled={!available} title={reason}>
							{title}
						</option>
					)) ?? <option>{chosen}</option>}
				</Select>
			</Field>
			<Field label="Profile" isInline>
				<Select value={name} onChange={({ target }) => handleProfile(target.value)}>
					<option value="">None</option>
					{profiles.map((profile) => (
						<option key={profile.name}>{profile.name}</option>
					))}
				</Select>
			</Field>
			<IconButton label="Save profile" icon={<Save />} onClick={() => void handleSave()} />
			<IconButton
				label="Delete profile"
				icon={<Trash2 />}
				disabled={name === ''}
				onClick={() => {
					setProfiles(profiles.filter((each) => each.name !== name))
					setName('')
				}}
			/>
			<Field label="Folder" isInline className="TerminalOptions-folder">
				<TextInput isMono value={cwd} onChange={({ target }) => setCwd(target.value)} />
			</Field>
			<IconButton label="Use current Files path" icon={<FolderOpen />} onClick={() => setCwd(project.cwd)} />
			<Checkbox label="Record file changes" isChecked={records} onChange={setRecords} />
			<Button isSmall variant="primary" onClick={() => openTab({ runner: chosen, cwd, records })}>
				Open
			</Button>
			<Button isSmall isBusy={diag.isFetching} onClick={() => void handleCheck()}>
				Check PTY
			</Button>
			<dl className="TerminalOptions-facts">
				<dt>Origin</dt>
				<dd>{diag.data?.origin ?? '…'}</dd>
				<dt>Token</dt>
				<dd>a new one for each connection</dd>
			</dl>
			{reasons.length === runnerNames.length && <Badge tone="bad">{reasons[0]?.reason}</Badge>}
		</div>
	)
}
