// @vitest-environment happy-dom
import { useToasts } from '@drydock/web-kit'
import { renderPane, screen } from '@drydock/web-kit/testing'
import { expect, test, vi } from 'vitest'
import { AppErrors } from './AppErrors.tsx'
import { ExtraErrors } from './ExtraErrors.tsx'

function Breaking(): never {
	throw new Error('The cat sat on it')
}

test('what no pane caught is shown with its message and a way to reload', () => {
	vi.spyOn(console, 'error').mockReturnValue()
	renderPane(
		<AppErrors>
			<Breaking />
		</AppErrors>,
		{ fetch: () => Promise.reject(new Error('no server')) },
	)
	expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeTruthy()
	expect(screen.getByRole('alert').textContent).toContain('The cat sat on it')
	expect(screen.getByRole('button', { name: 'Reload app' })).toBeTruthy()
})

test('a small part that breaks leaves the rest where it is, with a word', () => {
	vi.spyOn(console, 'error').mockReturnValue()
	renderPane(
		<>
			<textarea defaultValue="typed" />
			<ExtraErrors name="clock">
				<Breaking />
			</ExtraErrors>
		</>,
		{ fetch: () => Promise.reject(new Error('no server')) },
	)
	expect(screen.getByDisplayValue('typed')).toBeTruthy()
	expect(useToasts.getState().toasts).toMatchObject([{ kind: 'warning', message: 'A part of the page is missing (clock): The cat sat on it' }])
})
