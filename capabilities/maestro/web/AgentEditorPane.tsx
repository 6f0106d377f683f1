import { Banner, Button, Field, NumberInput, PaneBody, Select, SettingsForm, SettingsButtons, TextArea } from '@drydock/ui'
import { Play } from '@drydock/ui/icons'
import { openPane, useProject, usePreference, useSend } from '@drydock/web-kit'
import { useRef, type KeyboardEvent } from 'react'
import { delegateMaestro, listRuns } from '../contract.ts'
import { longestTask } from './preferences.ts'
import { agentModels, agentPreference, temperatures } from './agent-preference.ts'
import './AgentEditorPane.css'

/** spec/1 §2, Agent Editor: one instruction, run with a model and a temperature of its own. */
export default function AgentEditorPane() {
	const { cwd } = useProject()
	const [agent, setAgent] = usePreference(agentPreference)
	const delegate = useSend(delegateMaestro, { refresh: [listRuns] })
	// Sent again after a lost answer, it is the same run.
	const clientId = useRef<string>(undefined)
	const isEmpty = agent.instruction.trim() === ''

	async function handleRun() {
		if (isEmpty || delegate.isPending) return
		clientId.current ??= crypto.randomUUID()
		try {
			const { task_id } = await delegate.mutateAsync({ task: agent.instruction.trim(), cwd, model: agent.model || undefined, temperature: agent.temperature, client_id: clientId.current })
			clientId.current = undefined
			openPane('maestro', { config: { task: task_id }, focus: true })
		} catch {
			// Shown below.
		}
	}
	function handleKey(event: KeyboardEvent) {
		if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void handleRun()
	}

	return (
		<PaneBody label="Agent Editor" className="AgentEditor">
			<SettingsForm>
				<Field label="Model" hint="Default is the model that is set up in Settings.">
					<Select value={agent.model} onChange={({ target }) => setAgent({ ...agent, model: target.value })}>
						{agentModels.map(({ model, label }) => (
							<option key={model} value={model}>
								{label}
							</option>
						))}
					</Select>
				</Field>
				<Field label="Temperature" hint="0 stays close to the likeliest words, 2 strays far.">
					<NumberInput {...temperatures} step={0.1} value={agent.temperature} onCommit={(temperature) => setAgent({ ...agent, temperature })} />
				</Field>
				<Field label="Instruction">
					<TextArea
						className="AgentEditor-instruction"
						rows={8}
						maxLength={longestTask}
						value={agent.instruction}
						placeholder="What the agent should do in this project"
						onChange={({ target }) => setAgent({ ...agent, instruction: target.value })}
						onKeyDown={handleKey}
					/>
				</Field>
				{delegate.error && (
					<Banner
						tone="bad"
						actions={
							delegate.error.code.startsWith('models.') && (
								<Button isSmall onClick={() => openPane('settings')}>
									Settings
								</Button>
							)
						}
					>
						{delegate.error.message}. {delegate.error.hint}
					</Banner>
				)}
				<SettingsButtons>
					<Button variant="primary" icon={<Play />} disabled={isEmpty || delegate.isPending} title="Ctrl+Enter" onClick={() => void handleRun()}>
						{delegate.isPending ? 'Starting…' : 'Run'}
					</Button>
				</SettingsButtons>
			</SettingsForm>
		</PaneBody>
	)
}
