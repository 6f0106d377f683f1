import { liveStatuses } from '@drydock/contract'
import { confirmed } from '@drydock/editor-kit/confirmed.ts'
import { Button, Field, RadioGroup, Select, TextInput } from '@drydock/ui'
import { focusOnOpen } from '@drydock/ui/Dialog.tsx'
import { Plus } from '@drydock/ui/icons'
import { asFault, toast, useApi, useCall, useRefresh } from '@drydock/web-kit'
import { useState } from 'react'
import { listTasks } from '../../tasks/contract.ts'
import { changeWhitelist, explainCommand, getWhitelist, invalidPrefix, isPrefix, longestPrefix, scopeNames, shellCapabilities } from '../contract.ts'

export interface Draft {
	text: string
	kind: 'prefix' | 'exact'
	scope: (typeof scopeNames)[number]
	/** The run, for that scope. */
	task: string
}

const scopes = { project: 'This project', me: 'Me, in every project', run: 'One run' } as const

interface Props {
	draft: Draft
	onDraft(draft: Draft): void
	cwd: string
	/** It is about a command of one run, which waits for it. */
	isForRun?: boolean
	onAdded?(): void
}

/** A rule is written, checked, confirmed and added. */
export function AddRule({ draft, onDraft, cwd, isForRun, onAdded }: Props) {
	const { text, kind, scope, task } = draft
	const api = useApi()
	const refresh = useRefresh()
	const [problem, setProblem] = useState<string>()
	const [isBusy, setBusy] = useState(false)
	const change = (news: Partial<Draft>) => {
		setProblem(undefined)
		onDraft({ ...draft, ...news })
	}

	async function handleAdd() {
		if (kind === 'prefix' && !isPrefix(text)) return setProblem(invalidPrefix)
		setBusy(true)
		try {
			const rule = kind === 'prefix' ? { add: [text.trim()] } : { exact: [text.trim()] }
			const done = await confirmed((confirm) => api.send(changeWhitelist, { ...rule, scope, cwd, task: scope === 'run' ? task : undefined, confirm }), { title: 'Run without asking?' })
			if (done && !done.ok) setProblem(`Add failed: ${done.error ?? 'Unknown error'}`)
			else if (done) {
				toast({ kind: 'success', message: `Added: ${text.trim()}` })
				onDraft({ ...draft, text: '' })
				// The next rule need not wait until the lists were read again.
				void refresh(getWhitelist, explainCommand, shellCapabilities)
				onAdded?.()
			}
		} catch (error) {
			const { message, hint } = asFault(error)
			setProblem(`Add failed: ${message}${hint ? `. ${hint}` : ''}`)
		}
		setBusy(false)
	}

	return (
		<form
			className="AddRule"
			onSubmit={(event) => {
				event.preventDefault()
				void handleAdd()
			}}
		>
			<Field label={kind === 'prefix' ? 'Prefix' : 'Command'} error={problem} hint={kind === 'prefix' ? 'First words of a program whose options are known; unknown options still ask.' : 'Runs in exactly this spelling, whatever it does; in the sandbox as always.'}>
				<TextInput ref={isForRun ? focusOnOpen : undefined} isMono value={text} maxLength={kind === 'prefix' ? longestPrefix : undefined} placeholder={kind === 'prefix' ? 'git log' : 'npm test'} onChange={({ target }) => change({ text: target.value })} />
			</Field>
			<div className="AddRule-how">
				<RadioGroup
					label="Covers"
					value={kind}
					onChange={(next) => change({ kind: next })}
					options={[
						{ value: 'prefix', label: 'Commands that begin so' },
						{ value: 'exact', label: 'Exactly this command' },
					]}
				/>
				<Field label="For">
					<Select value={scope} onChange={({ target }) => change({ scope: scopeNames.find((name) => name === target.value) ?? 'me' })}>
						{Object.entries(scopes).map(([name, label]) => (
							<option key={name} value={name}>
								{name === 'run' && isForRun ? 'This run' : label}
							</option>
						))}
					</Select>
				</Field>
				{scope === 'run' && !isForRun && <RunSelect value={task} onChange={(id) => change({ task: id })} />}
				<Button type="submit" icon={<Plus />} isBusy={isBusy} disabled={text.trim() === '' || (scope === 'run' && task === '')}>
					{isForRun ? 'Add and approve' : 'Add'}
				</Button>
			</div>
		</form>
	)
}

/** The runs that are under way. */
function RunSelect({ value, onChange }: { value: string; onChange(id: string): void }) {
	const { data } = useCall(listTasks, { kind: 'maestro', limit: 50 })
	return (
		<Field label="Run">
			<Select value={value} onChange={({ target }) => onChange(target.value)}>
				<option value="">Choose a run</option>
				{data?.items
					.filter(({ status }) => liveStatuses.some((live) => live === status))
					.map(({ id, title }) => (
						<option key={id} value={id}>
							{title}
						</option>
					))}
			</Select>
		</Field>
	)
}
