import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import payloads from '../capabilities/maestro/web/payloads.json' with { type: 'json' }
import { ask, editorOf, maestroOf } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { type as typeInTerminal, shows } from './support/terminal.ts'

const prose = payloads.map(({ name, text }) => `${name}:\n\n${text}`).join('\n\n')
const raw = payloads.map(({ text }) => text).join('\n')
const image = '<img src=x onerror=window.__pwn=1>'
const command = `cat 'src/${image}.html' # ${image} <svg onload="window.__pwn=1"></svg>`

test.use({
	script: {
		turns: [
			{ when: { results: 0 }, reasoning: prose, text: `${prose}\n\nFirst answer.`, calls: [{ name: 'write', input: { path: `src/${image}.html`, content: raw } }] },
			{ when: { results: 1 }, text: 'Now I print it.', calls: [{ name: 'run', input: { command } }] },
			{ when: { results: 2 }, text: 'Second answer.' },
		],
	},
})

test('what a model says, writes, prints and asks for stays text: no script, request, navigation or cover', async ({ enter, server }) => {
	const page = await enter(server.link)
	const harm = await watchForHarm(page)
	const maestro = await ask(page, `${image} <iframe src="javascript:parent.__pwn=1"></iframe> [click](javascript:window.__pwn%3D1)`)

	await expect(maestro.getByText('First answer.')).toBeVisible()
	const approve = maestro.getByRole('button', { name: /^Approve/ })
	await expect(approve).toBeVisible()
	await expect(maestro.getByLabel('Command', { exact: true })).toHaveText(command)
	await maestro.getByText('click', { exact: true }).first().click()
	await page.evaluate(() => dispatchEvent(new CustomEvent('vt:layout:open', { detail: { id: 'approvals-queue' } })))
	const queue = page.getByRole('tabpanel', { name: 'Approvals', exact: true })
	await expect(queue.getByText(image).first()).toBeVisible()
	await harm.expectNone('while it waits')

	await page.getByRole('tab', { name: 'Maestro', exact: true }).click()
	await approve.click()
	await expect(maestro.getByText('Second answer.').last()).toBeVisible()
	await openAll(page)
	await expect(maestro.getByText('<details open ontoggle').first()).toBeVisible()
	await expect(maestro.locator('.DiffView').first()).toContainText('<iframe srcdoc=')
	await harm.expectNone('when all is unfolded')

	await maestro.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Open in the editor' }).click()
	await expect(editorOf(page).locator('.view-line').first()).toBeVisible()
	await page.getByRole('tab', { name: 'Maestro', exact: true }).click()
	await maestro.getByRole('button', { name: 'History' }).click()
	await expect(page.getByRole('dialog', { name: 'Runs' }).getByText(image)).toBeVisible()
	await page.keyboard.press('Escape')
	await page.reload()
	await expect(maestro.getByText('Second answer.').last()).toBeVisible()
	await harm.expectNone('after a reload')
})

test.describe('in a chat', () => {
	test.use({ script: { turns: [{ text: `${prose}\n\nThat was all.` }] } })

	test('an answer and a question stay text', async ({ enter, server }) => {
		const page = await enter(server.link)
		const harm = await watchForHarm(page)
		const chat = page.getByRole('tabpanel', { name: 'Grok Chat', exact: true })
		await chat.getByRole('textbox', { name: 'Message' }).fill(prose)
		await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
		await expect(chat.getByText('That was all.')).toBeVisible()
		await chat.getByText('click', { exact: true }).last().click()
		await harm.expectNone('in the chat')
	})
})

test('files, their names and what they print in a terminal stay text', async ({ enter, server, project }) => {
	await mkdir(path.join(project, image))
	await writeFile(path.join(project, image, 'hostile.html'), raw)
	const page = await enter(server.link)
	const harm = await watchForHarm(page)
	await page.getByRole('treeitem', { name: image }).click()
	await page.getByRole('treeitem', { name: 'hostile.html' }).click()
	await expect(editorOf(page).locator('.view-line').first()).toContainText('<svg')
	await shows(page, /[#$]\s*$/m)
	await typeInTerminal(page, "cat '<img'*/hostile.html; echo printed-$((1+1))")
	await shows(page, 'printed-2')
	await harm.expectNone('in the tree, the editor and the terminal')
})

/** Hears of everything that text from elsewhere must not do. */
async function watchForHarm(page: Page) {
	const harm: string[] = []
	const own = new URL(page.url()).origin
	page.on('request', (request) => {
		const { protocol, origin, pathname } = new URL(request.url())
		const isOwn = protocol === 'data:' || protocol === 'blob:' || origin === own
		// A picture called x would be asked for beside the page.
		if (!isOwn || pathname === '/x' || pathname === '/1') harm.push(`request ${request.url()}`)
	})
	page.on('popup', (popup) => harm.push(`popup ${popup.url()}`))
	page.on('dialog', (dialog) => {
		harm.push(`dialog ${dialog.message()}`)
		void dialog.dismiss()
	})
	page.on('framenavigated', (frame) => {
		if (frame !== page.mainFrame() || !frame.url().startsWith(own)) harm.push(`navigation ${frame.url()}`)
	})
	// The policy of the page is the second net: nothing may even come to it.
	await page.exposeFunction('noteHarm', (what: string) => void harm.push(what))
	const listen = () => document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => void Reflect.get(globalThis, 'noteHarm')(`refused by ${violatedDirective}: ${blockedURI}`))
	await page.addInitScript(listen)
	await page.evaluate(listen)
	return {
		async expectNone(when: string) {
			const seen = await page.evaluate(() => ({
				pwn: Reflect.get(globalThis, '__pwn'),
				polluted: Object.keys(Object.prototype),
				frames: document.querySelectorAll('iframe, object, embed, base, form[action], meta[http-equiv=refresh], [onerror], [onload], [onclick], [ontoggle], a[href^="javascript:" i], [srcdoc]').length,
				isCovered: document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('#root') === null,
				title: document.title,
			}))
			expect(seen, when).toMatchObject({ polluted: [], frames: 0, isCovered: false })
			expect(seen.pwn, when).toBeUndefined()
			expect(harm, when).toEqual([])
		},
	}
}

/** Unfolds every call, thought and change. */
async function openAll(page: Page): Promise<void> {
	const closed = maestroOf(page).locator('.FollowScroll [aria-expanded=false], .Changes [aria-expanded=false]')
	for (let left = await closed.count(); left > 0; left = await closed.count()) await closed.first().click()
}
