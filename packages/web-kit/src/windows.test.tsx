// @vitest-environment happy-dom
import { call, is } from '@drydock/contract'
import { expect, test } from 'vitest'
import { useCall, useSend } from './hooks.ts'
import { fireEvent, renderPane, screen } from './testing.tsx'

const read = call({ method: 'GET', path: '/count', reply: is.object({ n: is.integer() }) })
const add = call({ method: 'POST', path: '/count', reply: is.object({ n: is.integer() }) })

function Window({ name }: { name: string }) {
	const { data } = useCall(read, {})
	const more = useSend(add, { refresh: [read] })
	return (
		<>
			<output aria-label={name}>{data?.n}</output>
			<button type="button" onClick={() => more.mutate({})}>{`Add in ${name}`}</button>
		</>
	)
}

test('what one window changes, the others read again', async () => {
	let n = 0
	const fetch: typeof globalThis.fetch = async (_, init) => Response.json({ n: init?.method === 'POST' ? ++n : n })
	renderPane(<Window name="first" />, { fetch })
	renderPane(<Window name="second" />, { fetch })
	const shown = (name: string) => screen.getByLabelText(name).textContent
	await expect.poll(() => [shown('first'), shown('second')]).toEqual(['0', '0'])
	fireEvent.click(screen.getByRole('button', { name: 'Add in second' }))
	await expect.poll(() => [shown('first'), shown('second')]).toEqual(['1', '1'])
})
