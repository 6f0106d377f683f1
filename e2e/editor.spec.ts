import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { drawnText, editorOf, openFile, typeAtStart } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { familyOf } from './support/processes.ts'

test('from the tree to a saved file by keyboard alone, with its mark, its difference and the way back', async ({ desk, project }) => {
	const tree = desk.getByRole('tree', { name: 'Files' })
	await expect(tree.getByRole('treeitem', { name: 'README.md' })).toBeVisible()
	await tree.focus()
	await desk.keyboard.type('read')
	await desk.keyboard.press('Enter')
	const editor = editorOf(desk)
	await expect(editor.getByText('# Prices')).toBeVisible()
	// The caret is in the text at once.
	await desk.keyboard.press('Control+End')
	await desk.keyboard.type('A line of mine.\n')
	await expect(editor.getByRole('img', { name: 'Not saved' })).toBeVisible()
	expect(await readFile(path.join(project, 'README.md'), 'utf8')).not.toContain('mine')

	await desk.keyboard.press('Alt+d')
	const difference = desk.getByRole('dialog', { name: 'Diff with Saved' })
	await expect(difference.getByText('A line of mine.').first()).toBeVisible()
	await desk.keyboard.press('Escape')
	await expect(difference).toHaveCount(0)

	await desk.keyboard.press('Control+s')
	await expect.poll(() => readFile(path.join(project, 'README.md'), 'utf8')).toMatch(/A line of mine\.\n$/)
	await expect(editor.getByRole('img', { name: 'Not saved' })).toHaveCount(0)
	// After the difference was closed the caret is back in the text.
	await desk.keyboard.type('And one more.')
	await expect(editor.getByText('And one more.')).toBeVisible()
})

test('a file that changed on disk: a clean one follows, a changed one is never overwritten unseen', async ({ desk, project }) => {
	const file = path.join(project, 'README.md')
	const editor = await openFile(desk, 'README.md')
	await writeFile(file, '# Written by somebody\n')
	await expect(editor.getByText('# Written by somebody')).toBeVisible()

	await typeAtStart(desk, 'mine ')
	await writeFile(file, '# Written again\n')
	await expect(editor.getByText('This file changed on disk. Your edits are not saved.')).toBeVisible()
	await editor.getByRole('button', { name: 'Compare' }).click()
	const comparison = desk.getByRole('dialog', { name: 'On disk and yours' })
	await expect(comparison.getByText('# Written again').first()).toBeVisible()
	await expect(comparison.getByText('mine # Written by somebody').first()).toBeVisible()
	await desk.keyboard.press('Escape')

	// Saving all the same asks first.
	await desk.keyboard.press('Control+s')
	const conflict = desk.getByRole('dialog', { name: 'Changed on disk' })
	await expect(conflict).toBeVisible()
	expect(await readFile(file, 'utf8')).toBe('# Written again\n')
	await conflict.getByRole('button', { name: 'Keep mine' }).click()
	await expect.poll(() => readFile(file, 'utf8')).toBe('mine # Written by somebody\n')
	await expect(editor.getByRole('img', { name: 'Not saved' })).toHaveCount(0)

	// And the other way round.
	await typeAtStart(desk, 'again ')
	await writeFile(file, '# Theirs\n')
	await editor.getByRole('button', { name: 'Reload from disk' }).click()
	await expect(editor.getByText('# Theirs')).toBeVisible()
	expect(await readFile(file, 'utf8')).toBe('# Theirs\n')

	// A file that is deleted while it has unsaved text can be saved again.
	await typeAtStart(desk, 'kept ')
	await rm(file)
	await expect(editor.getByText('This file was deleted on disk.')).toBeVisible()
	await desk.keyboard.press('Control+s')
	await desk.getByRole('dialog', { name: 'Deleted on disk' }).getByRole('button', { name: 'Save it again' }).click()
	await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe('kept # Theirs\n')
})

test('unsaved text survives a killed browser, at most a second behind', async ({ server, folder, launchOptions }) => {
	const profile = path.join(folder, 'profile')
	const start = async () => {
		const context = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport: { width: 1440, height: 900 } })
		return { context, page: context.pages()[0] ?? (await context.newPage()) }
	}
	const first = await start()
	await first.page.goto(server.link)
	await expect(first.page.getByRole('treeitem', { name: 'README.md' })).toBeVisible()
	const address = first.page.url()
	await openFile(first.page, 'README.md')
	await typeAtStart(first.page, 'never saved ')
	const typedAt = Date.now()
	await expect.poll(() => draftsOf(first.page), { intervals: [50] }).toContain('never saved # Prices')
	expect(Date.now() - typedAt).toBeLessThan(8000)
	// Everything of the browser, at once.
	for (const { pid } of await familyOf(profile)) process.kill(pid, 'SIGKILL')
	await first.context.close().catch(() => {})

	const second = await start()
	try {
		await second.page.goto(address)
		await expect(editorOf(second.page).getByText('never saved # Prices')).toBeVisible()
		await expect(editorOf(second.page).getByText('Unsaved changes of an earlier window were restored.')).toBeVisible()
	} finally {
		await second.context.close()
	}
})

const languages = { 'a.ts': 'const', 'a.py': 'def', 'a.css': 'color', 'a.json': '"key"', 'Dockerfile': 'FROM', 'a.unknown': '' }
const samples: Record<string, string> = { 'a.ts': 'const x = 1\n', 'a.py': 'def f():\n\tpass\n', 'a.css': 'a { color: red }\n', 'a.json': '{ "key": 1 }\n', 'Dockerfile': 'FROM scratch\n', 'a.unknown': 'const def FROM\n' }

test('the language goes by the name', async ({ desk, project }) => {
	await Promise.all(Object.entries(samples).map(([name, text]) => writeFile(path.join(project, name), text)))
	for (const [name, word] of Object.entries(languages)) {
		const editor = await openFile(desk, name)
		await expect.poll(() => drawnText(desk)).toContain(samples[name]?.split('\n')[0])
		// Words of a language stand in spans of their own; plain text is one.
		const spans = editor.locator('.view-line').first().locator('span > span')
		if (word === '') await expect(spans).toHaveCount(1)
		else await expect(spans.filter({ hasText: word }).first()).not.toHaveClass('mtk1')
	}
})

test('a file of 5 MB opens, typing into it works, and it is saved whole', async ({ desk, project }) => {
	const line = 'one line of a large file that is typed into, 64 characters long.\n'
	await writeFile(path.join(project, 'large.txt'), line.repeat(80_000))
	await openFile(desk, 'large.txt')
	await typeAtStart(desk, 'first ')
	await desk.keyboard.press('Control+End')
	await desk.keyboard.type('last')
	await expect.poll(() => drawnText(desk)).toContain('last')
	await desk.keyboard.press('Control+s')
	await expect.poll(async () => (await readFile(path.join(project, 'large.txt'), 'utf8')).length).toBe(line.length * 80_000 + 'first last'.length)
})

test('when the rich editor cannot be loaded the plain one takes its place, and nothing else changes', async ({ page, enter, server, project }) => {
	await page.route(/\/assets\/editor\.api[^/]*\.js$/, (route) => route.abort())
	const desk = await enter(server.link)
	const editor = await openFile(desk, 'README.md')
	const field = editor.getByRole('textbox', { name: 'README.md' })
	await expect(field).toHaveValue(/^# Prices/)
	await field.press('Control+Home')
	await desk.keyboard.type('plain ')
	await expect(editor.getByRole('img', { name: 'Not saved' })).toBeVisible()
	await desk.keyboard.press('Control+s')
	await expect.poll(() => readFile(path.join(project, 'README.md'), 'utf8')).toMatch(/^plain # Prices/)
})

function draftsOf(page: Page): Promise<string> {
	return page.evaluate(
		() =>
			new Promise<string>((resolve, reject) => {
				const opening = indexedDB.open('drydock-drafts', 1)
				opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'))
				opening.onsuccess = () => {
					const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
					all.onsuccess = () => resolve(JSON.stringify(all.result))
				}
			}),
	)
}

test('the engine’s own keys are listed once it is there, changed, kept, and given back', async ({ desk, project }) => {
	const dialog = desk.getByRole('dialog', { name: 'Keyboard Shortcuts' })
	const row = (title: string) => dialog.getByRole('group', { name: title, exact: true })
	const search = async (words: string) => {
		await desk.keyboard.press('Alt+K')
		await dialog.getByLabel('Search shortcuts').fill(words)
	}
	const close = async () => {
		await dialog.getByRole('button', { name: 'Close' }).last().click()
		await expect(dialog).toHaveCount(0)
	}
	const record = async (title: string, keys: string) => {
		await row(title).getByRole('button', { name: `Change the keys of ${title}` }).click()
		await expect(row(title).getByRole('button', { name: `New keys of ${title}` })).toBeFocused()
		await desk.keyboard.press(keys)
	}
	await search('Toggle Line Comment')
	await expect(row('Toggle Line Comment').getByText('fixed')).toBeVisible()
	await close()

	const editor = await openFile(desk, 'src/total.js')
	const first = async () => (await drawnText(desk)).split('\n')[0]
	const press = async (keys: string) => {
		await editor.locator('.view-lines').click()
		await desk.keyboard.press('Control+Home')
		await desk.keyboard.press(keys)
	}
	// It is a comment; without its mark it is none.
	const plain = '// Prices are in cents.'
	const bare = 'Prices are in cents.'
	await expect.poll(first).toBe(plain)
	await search('Toggle Line Comment')
	await record('Toggle Line Comment', 'Control+f')
	await expect(row('Toggle Line Comment').getByText(/already belongs to “Find”/)).toBeVisible()
	await row('Toggle Line Comment').getByRole('button', { name: 'Cancel' }).click()
	await record('Toggle Line Comment', 'Control+Shift+Comma')
	await expect(row('Toggle Line Comment').getByText('Ctrl+Shift+<')).toBeVisible()
	await dialog.getByLabel('Search shortcuts').fill('Delete Line')
	await record('Delete Line', 'Alt+3')
	await expect(row('Delete Line').getByText(/already belongs to “Files”/)).toBeVisible()
	await row('Delete Line').getByRole('button', { name: 'Cancel' }).click()
	await close()

	await press('Control+Shift+Comma')
	await expect.poll(first).toBe(bare)
	await press('Control+/')
	await press('Control+Shift+Comma')
	await expect.poll(first).toBe(plain)
	await press('Control+Shift+Comma')
	await desk.keyboard.press('Control+s')
	await expect.poll(() => readFile(path.join(project, 'src/total.js'), 'utf8')).toMatch(/^Prices/)
	await desk.reload()
	await expect(editor.locator('.view-lines')).toBeVisible()
	await expect.poll(first).toBe(bare)
	await press('Control+Shift+Comma')
	await expect.poll(first).toBe(plain)

	await search('Toggle Line Comment')
	await row('Toggle Line Comment').getByRole('button', { name: 'Reset the keys of Toggle Line Comment' }).click()
	await expect(row('Toggle Line Comment').getByText('Ctrl+/')).toBeVisible()
	await close()
	await press('Control+/')
	await expect.poll(first).toBe(bare)
})
