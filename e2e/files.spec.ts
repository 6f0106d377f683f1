import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import names from './cases/names.json' with { type: 'json' }
import { editorOf } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'

const filesOf = (page: Page) => page.getByRole('tabpanel', { name: 'Files', exact: true })
const rowOf = (page: Page, name: string | RegExp) => filesOf(page).getByRole('treeitem', { name, exact: true })

test('new folder, new file, rename, delete and its undo', async ({ desk, project }) => {
	const files = filesOf(desk)
	await files.getByRole('button', { name: 'New Folder' }).click()
	await desk.keyboard.type('docs')
	await desk.keyboard.press('Enter')
	await expect(rowOf(desk, 'docs')).toBeVisible()
	await rowOf(desk, 'docs').click()
	await files.getByRole('button', { name: 'New File' }).click()
	await desk.keyboard.type('guide.md')
	await desk.keyboard.press('Enter')
	await expect(rowOf(desk, 'guide.md')).toBeVisible()
	await expect(editorOf(desk).getByRole('tab', { name: 'guide.md' })).toBeVisible()
	expect(existsSync(path.join(project, 'docs/guide.md'))).toBe(true)

	// Never over something that is there.
	await files.getByRole('button', { name: 'New File' }).click()
	await desk.keyboard.type('guide.md')
	await desk.keyboard.press('Enter')
	await expect(files.getByRole('status')).toContainText('That file exists already.')

	await rowOf(desk, 'guide.md').click()
	await files.getByRole('tree').press('F2')
	await desk.keyboard.type('manual')
	await desk.keyboard.press('Enter')
	await expect(rowOf(desk, 'manual.md')).toBeVisible()
	await rowOf(desk, 'manual.md').click()
	await files.getByRole('tree').press('Delete')
	await desk.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete', exact: true }).click()
	await expect(rowOf(desk, 'manual.md')).toHaveCount(0)
	await desk.getByRole('button', { name: 'Undo' }).click()
	await expect(rowOf(desk, 'manual.md')).toBeVisible()
	expect(await readdir(path.join(project, 'docs'))).toEqual(['manual.md'])
})

test('the tree by keyboard alone: arrows, letters, Home and End, open and close', async ({ desk }) => {
	const tree = desk.getByRole('tree', { name: 'Files' })
	const chosen = tree.getByRole('treeitem', { selected: true })
	await expect(rowOf(desk, 'src')).toBeVisible()
	await tree.focus()
	await desk.keyboard.press('Home')
	await expect(chosen).toHaveText('src')
	await desk.keyboard.press('ArrowRight')
	await expect(rowOf(desk, 'total.js')).toBeVisible()
	await desk.keyboard.press('ArrowRight')
	await expect(chosen).toHaveText('total.js')
	await desk.keyboard.press('ArrowLeft')
	await expect(chosen).toHaveText('src')
	await desk.keyboard.press('ArrowLeft')
	await expect(rowOf(desk, 'total.js')).toHaveCount(0)
	await desk.keyboard.press('End')
	await expect(chosen).toHaveText('README.md')
	await desk.keyboard.type('pack')
	await expect(chosen).toHaveText('package.json')
	expect(await tree.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
	await desk.keyboard.press('Enter')
	await expect(editorOf(desk).getByText('"name": "prices"')).toBeVisible()
})

test('the filter keeps what matches and the way to it; breadcrumbs lead back', async ({ desk, project }) => {
	const files = filesOf(desk)
	await rowOf(desk, 'src').click()
	await rowOf(desk, 'test').click()
	await files.getByRole('textbox', { name: 'Filter' }).fill('TOTAL.test')
	await expect(files.getByRole('treeitem')).toHaveText(['test', 'total.test.js'])
	await files.getByRole('textbox', { name: 'Filter' }).press('Escape')
	await expect(rowOf(desk, 'README.md')).toBeVisible()

	await rowOf(desk, 'src').click({ button: 'right' })
	await desk.getByRole('menuitem', { name: 'Use This Folder' }).click()
	const way = files.getByRole('navigation', { name: 'Folder' })
	await expect(way.getByRole('button')).toHaveText([path.basename(project), 'src'])
	await expect(rowOf(desk, 'total.js')).toBeVisible()
	await way.getByRole('button', { name: path.basename(project) }).click()
	await expect(rowOf(desk, 'README.md')).toBeVisible()
})

test('what changes on disk is seen at once, in open folders and in the lists', async ({ desk, project }) => {
	await rowOf(desk, 'src').click()
	await expect(rowOf(desk, 'total.js')).toBeVisible()
	await writeFile(path.join(project, 'src/tax.js'), '')
	await expect(rowOf(desk, 'tax.js')).toBeVisible()
	await rm(path.join(project, 'src/tax.js'))
	await expect(rowOf(desk, 'tax.js')).toHaveCount(0)
	await filesOf(desk).getByRole('button', { name: 'Show folders and files as lists' }).click()
	await rm(path.join(project, 'src'), { recursive: true })
	await mkdir(path.join(project, 'source'))
	await filesOf(desk).getByRole('navigation', { name: 'Folder' }).getByRole('button').first().click()
	await expect(filesOf(desk).getByRole('button', { name: 'source' })).toBeVisible()
	await expect(filesOf(desk).getByRole('button', { name: 'src', exact: true })).toHaveCount(0)
})

test('names that look like markup, commands or something else are shown as text and acted on exactly', async ({ desk, project, problems }) => {
	const folder = path.join(project, 'odd')
	await mkdir(folder)
	for (const [index, name] of names.entries()) await writeFile(path.join(folder, name), `number ${index} `)
	const foreign: string[] = []
	desk.on('request', (request) => /^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(desk.url()).origin && foreign.push(request.url()))
	const files = filesOf(desk)
	await files.getByRole('textbox', { name: 'CWD' }).fill(folder)
	await files.getByRole('textbox', { name: 'CWD' }).press('Enter')
	const rows = desk.getByRole('tree', { name: 'Files' }).locator('[data-path]')
	await expect(rows).toHaveCount(names.length)
	const title = await desk.title()
	const rowNamed = async (name: string) => rows.nth(await rows.evaluateAll((all, wanted) => all.findIndex((row) => row.getAttribute('data-path') === wanted), name))

	for (const [index, name] of names.entries()) {
		const row = await rowNamed(name)
		expect(await row.textContent(), `${JSON.stringify(name)} shows every character`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
		await row.click()
		await expect(editorOf(desk).getByText(`number ${index} `)).toBeVisible()
	}
	let left = [...names]
	for (const name of ['--help', 'new\nline', '\u202etxt.exe', '$(touch PWNED).txt', '<img src=x onerror=window.__pwn=1>.txt']) {
		await (await rowNamed(name)).click()
		await desk.getByRole('tree', { name: 'Files' }).press('Delete')
		await desk.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete', exact: true }).click()
		left = left.filter((other) => other !== name)
		await expect(rows).toHaveCount(left.length)
	}
	expect((await readdir(folder)).toSorted()).toEqual(left.toSorted())
	expect(await desk.title()).toBe(title)
	expect(foreign).toEqual([])
	expect(await desk.evaluate(() => '__pwn' in globalThis)).toBe(false)
	expect(problems).toEqual([])
	expect(existsSync(path.join(project, 'PWNED'))).toBe(false)
})

test('a folder of 10,000 files: few rows exist, scrolling to the end shows the end, the page keeps answering', async ({ desk, project }) => {
	const folder = path.join(project, 'many')
	await mkdir(folder)
	for (let start = 0; start < 10_000; start += 500) await Promise.all(Array.from({ length: 500 }, (_, offset) => writeFile(path.join(folder, `file-${String(start + offset).padStart(5, '0')}.txt`), '')))
	const files = filesOf(desk)
	await files.getByRole('textbox', { name: 'CWD' }).fill(folder)
	await files.getByRole('textbox', { name: 'CWD' }).press('Enter')
	const tree = desk.getByRole('tree', { name: 'Files' })
	await expect(rowOf(desk, 'file-00000.txt')).toBeVisible()
	await tree.focus()
	await desk.keyboard.press('End')
	await expect(files.getByText('9,950 more files – show all')).toBeVisible()
	await desk.keyboard.press('Enter')
	await desk.keyboard.press('End')
	await expect(rowOf(desk, 'file-09999.txt')).toBeVisible()
	expect(await tree.getByRole('treeitem').count()).toBeLessThan(200)
	// Frames while scrolling through all of it: no freeze.
	const longest = await tree.evaluate(
		(element) =>
			new Promise<number>((resolve) => {
				let last = performance.now()
				let worst = 0
				let step = 0
				const next = (now: number) => {
					worst = Math.max(worst, now - last)
					last = now
					element.scrollTop = (step / 60) * element.scrollHeight
					if (step++ < 60) requestAnimationFrame(next)
					else resolve(worst)
				}
				requestAnimationFrame(next)
			}),
	)
	expect(longest).toBeLessThan(500)
	await files.getByRole('textbox', { name: 'Filter' }).fill('07777')
	await expect(files.getByRole('treeitem')).toHaveText(['file-07777.txt'])
})
