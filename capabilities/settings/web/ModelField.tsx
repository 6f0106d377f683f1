import { Field, Select, TextInput } from '@drydock/ui'
import { useState } from 'react'
import { modelGroups } from './models.ts'

const other = '\0other'

/** A model from the list, or any name. */
export function ModelField({ provider, value, offered, onChange }: { provider: string; value: string; offered: readonly string[]; onChange(model: string): void }) {
	const [isTyped, setTyped] = useState(false)
	const groups = modelGroups(provider, isTyped ? '' : value, offered)
	const isFree = isTyped || groups.length === 0
	return (
		<Field label="Model" isInline>
			<div className="SettingsForm-row">
				{groups.length > 0 && (
					<Select
						aria-label="Model"
						value={isFree ? other : value}
						onChange={({ target }) => {
							setTyped(target.value === other)
							if (target.value !== other) onChange(target.value)
						}}
					>
						{groups.map(({ label, models }) => (
							<optgroup key={label} label={label}>
								{models.map((model) => (
									<option key={model.id} value={model.id}>
										{model.label}
									</option>
								))}
							</optgroup>
						))}
						<option value={other}>Other…</option>
					</Select>
				)}
				{isFree && (
					<TextInput
						isMono
						aria-label="Model name"
						placeholder="model name"
						value={value}
						onChange={(event) => {
							setTyped(true)
							onChange(event.target.value)
						}}
					/>
				)}
			</div>
		</Field>
	)
}
