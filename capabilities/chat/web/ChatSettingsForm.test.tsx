// @vitest-environment happy-dom
import { renderPane, screen } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import { ChatSettingsForm } from './ChatSettingsForm.tsx'
import { grokPreferences } from './grok-preferences.ts'

test('the reasoning effort is shown, and cannot be changed for this model', () => {
	renderPane(<ChatSettingsForm settings={grokPreferences.settings.initial} hasSearch onChange={() => {}} />, { fetch: () => Promise.reject(new Error('no server')) })
	const field = screen.getByLabelText<HTMLSelectElement>('Reasoning')
	// spec: default grok reasoning
	expect([field.value, field.disabled, [...field.options].map(({ text }) => text)]).toEqual(['low', true, ['low', 'high']])
})
