import { DrydockError } from '@drydock/contract'
import { askConfirm } from '@drydock/ui'

const agreed = new Set<string>()

/**
 * Runs something that the server may want confirmed: on 403 `confirmation_required` the person is asked, and it is sent again with the
 * server's one-time word. Undefined when they said no. With `remember` they are asked once in this window, as for saving one file again and again.
 */
export async function confirmed<T>(send: (confirm?: string) => Promise<T>, { title, remember }: { title: string; remember?: string }): Promise<T | undefined> {
	try {
		return await send()
	} catch (error) {
		if (!(error instanceof DrydockError) || error.code !== 'confirmation_required') throw error
		const word = wordOf(error.details)
		const isAgreed = remember !== undefined && agreed.has(remember)
		if (!isAgreed && !(await askConfirm({ title, body: error.message, confirmLabel: 'Continue' }))) return undefined
		if (remember !== undefined) agreed.add(remember)
		return send(word)
	}
}

function wordOf(details: unknown): string | undefined {
	const word: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, 'token') : undefined
	return typeof word === 'string' ? word : undefined
}
