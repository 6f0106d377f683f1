import { contribute, isOverlayOpen, openOverlay, openPane, writePreference } from '@drydock/web-kit'
import { copiesPreference, draftPreference, validatorsPreference } from './preferences.ts'

export default contribute({
	panes: [
		{
			id: 'maestro',
			title: 'Maestro',
			category: 'Agents',
			description: 'Give an agent a task in this project, watch it work, approve what it runs, keep or take back what it changed.',
			tags: ['agent', 'ai', 'task', 'run', 'assistant'],
			order: 1,
			featured: true,
			defaultDock: 'center',
			load: () => import('./MaestroPane.tsx'),
		},
		{
			id: 'agent-editor',
			title: 'Agent Editor',
			category: 'Agents',
			description: 'Run one instruction with a model and a temperature of its own.',
			tags: ['agent', 'model', 'temperature', 'instruction', 'prompt'],
			shortcut: 'Alt+4',
			order: 2,
			load: () => import('./AgentEditorPane.tsx'),
		},
	],
	commands: [
		{
			id: 'maestro.run',
			title: 'Give Maestro a task',
			category: 'Agents',
			description: 'Opens Maestro with a task in its box.',
			run(input) {
				const task = [input['task'], input['prompt'], input['text']].find((value) => typeof value === 'string')
				if (typeof task === 'string') writePreference(draftPreference, task)
				openPane('maestro')
			},
		},
		{ id: 'changes.review', title: 'Review changes of files', hidden: true, run: (input) => openOverlay('changes-review', input) },
	],
	overlays: [{ id: 'changes-review', when: () => isOverlayOpen('changes-review'), load: () => import('./ReviewOverlay.tsx') }],
	preferences: [copiesPreference, draftPreference, validatorsPreference],
})
