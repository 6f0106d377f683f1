import { Checkbox, Field, Select, Slider, TextArea } from '@drydock/ui'
import { searches, type ChatSettings } from './chat-preferences.ts'

/** Temperature, system prompt and what the model may look up. */
export function ChatSettingsForm({ settings, hasSearch, onChange }: { settings: ChatSettings; hasSearch: boolean; onChange(settings: ChatSettings): void }) {
	const change = (part: Partial<ChatSettings>) => onChange({ ...settings, ...part })
	return (
		<div className="ChatForm">
			<Field label="Temp">
				<Slider min={0} max={2} step={0.1} value={settings.temperature} onChange={(temperature) => change({ temperature })} />
			</Field>
			<Field label="System prompt">
				<TextArea rows={4} maxLength={100_000} value={settings.system} onChange={({ target }) => change({ system: target.value })} />
			</Field>
			{hasSearch && (
				<>
					<Field label="Live Search">
						<Select value={settings.search} onChange={({ target }) => change({ search: searches.find((each) => each === target.value) ?? 'off' })}>
							{searches.map((search) => (
								<option key={search}>{search}</option>
							))}
						</Select>
					</Field>
					<Checkbox label="Citations" isChecked={settings.citations} onChange={(citations) => change({ citations })} />
					{/* spec: default grok reasoning */}
					<Field label="Reasoning" hint="Reasoning effort is disabled for this model.">
						<Select disabled defaultValue="low">
							<option>low</option>
							<option>high</option>
						</Select>
					</Field>
				</>
			)}
		</div>
	)
}
