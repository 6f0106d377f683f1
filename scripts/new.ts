// npm run new <capability>: one folder with a contract, a server half, a pane and a test. Nothing else has to be touched.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const [name = ''] = process.argv.slice(2)
const home = process.env['DRYDOCK_NEW_HOME'] ?? fileURLToPath(new URL('../', import.meta.url))
const folder = `${home}/capabilities/${name}`
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) stop('Usage: npm run new <capability>, a name in kebab-case')
if (existsSync(folder)) stop(`capabilities/${name} exists already`)

const words = name.split('-').map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
const Pane = words.join('')
const camel = Pane.charAt(0).toLowerCase() + Pane.slice(1)
const files: Record<string, string> = {
	'contract.ts': `import { call, is } from '@drydock/contract'

export const ${camel}Status = call({ method: 'GET', path: '/${name}/status', summary: 'What the ${words.join(' ')} pane shows.', reply: is.object({ message: is.text() }) })
`,
	'server/index.ts': `import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'

export default serve(contract, () => ({
	${camel}Status: () => ({ message: 'Ready' }),
}))
`,
	'web/index.ts': `import { contribute } from '@drydock/web-kit'

export default contribute({
	panes: [{ id: '${camel}', title: '${words.join(' ')}', category: 'Utilities', tags: [], description: 'What ${words.join(' ')} is for.', load: () => import('./${Pane}Pane.tsx') }],
})
`,
	[`web/${Pane}Pane.tsx`]: `import { useCall } from '@drydock/web-kit'
import { ${camel}Status } from '../contract.ts'

export default function ${Pane}Pane() {
	const { data, error } = useCall(${camel}Status, {})
	if (error) return <p role="alert">{error.message}</p>
	return <p>{data?.message ?? 'Loading…'}</p>
}
`,
	[`${name}.test.tsx`]: `// @vitest-environment happy-dom
import { testApp } from '@drydock/server-kit/testing'
import { renderPane, screen } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import server from './server/index.ts'
import ${Pane}Pane from './web/${Pane}Pane.tsx'

test('the ${words.join(' ')} pane shows what the server says', async () => {
	const app = await testApp(server)
	renderPane(<${Pane}Pane />, app)
	expect(await screen.findByText('Ready')).toBeTruthy()
	await app.close()
})
`,
}
for (const [file, text] of Object.entries(files)) {
	await mkdir(`${folder}/${file.split('/').slice(0, -1).join('/')}`, { recursive: true })
	await writeFile(`${folder}/${file}`, text)
}
console.log(`capabilities/${name}: contract, server, web, test. Try: npx vitest --run capabilities/${name}`)

function stop(message: string): never {
	console.error(message)
	process.exit(2)
}
