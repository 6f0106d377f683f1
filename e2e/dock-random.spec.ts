import { componentsIn, openPane, runByName, storedTree, tabSets } from './support/dock.ts'
import { expect, test } from './support/fixtures.ts'
import { randomFrom } from './support/random.ts'

// A trace of a thousand actions costs more than they do.
test.use({ trace: 'off' })
// Half a minute on a quiet machine.
test.setTimeout(180_000)

const panes = ['layout', 'appearance', 'settings', 'approvals-queue', 'matrix', 'files', 'grokChat', 'maestro', 'terminal'] as const
const keys = ['Alt+Shift+H', 'Alt+Shift+J', 'Alt+Shift+K', 'Alt+Shift+L', 'Control+Alt+Shift+H', 'Control+Alt+Shift+J', 'Control+Alt+Shift+K', 'Control+Alt+Shift+L', 'Alt+PageDown', 'Alt+PageUp', 'Alt+Shift+PageDown', 'Alt+Shift+PageUp', 'Alt+Shift+M', 'Control+F6', 'Control+Shift+F6']

test('a thousand random actions by pointer and keyboard: no error, no pane lost, and a layout that can be read at the end', async ({ desk }) => {
	const random = randomFrom(7)
	const open = new Set(['files', 'maestro', 'grokChat', 'matrix', 'terminal'])
	const stored = async () => componentsIn(await storedTree(desk)).toSorted()
	const closed: string[] = []
	const acts: [weight: number, act: () => Promise<void>][] = [
		[50, () => desk.keyboard.press(random.of(keys))],
		[
			18,
			async () => {
				const id = random.of(panes)
				await openPane(desk, id)
				open.add(id)
			},
		],
		[
			12,
			async () => {
				await desk.evaluate((at) => {
					const tabs = document.querySelectorAll<HTMLElement>('.flexlayout__tab_button, .flexlayout__border_button')
					tabs[at % Math.max(tabs.length, 1)]?.click()
				}, random.below(100))
			},
		],
		[
			8,
			async () => {
				if (open.size < 3) return
				const before = await stored()
				await desk.keyboard.press('Alt+W')
				await expect.poll(async () => (await stored()).length, { intervals: [5, 20, 50] }).toBe(before.length - 1)
				const after = await stored()
				const gone = before.find((id) => !after.includes(id)) ?? ''
				open.delete(gone)
				closed.push(gone)
			},
		],
		[
			4,
			async () => {
				const back = closed.pop()
				if (back === undefined) return
				open.add(back)
				await desk.keyboard.press('Alt+Shift+W')
				await expect.poll(stored, { intervals: [5, 20, 50] }).toContain(back)
			},
		],
		[
			5,
			async () => {
				await desk.evaluate((at) => {
					const splitters = document.querySelectorAll<HTMLElement>('.flexlayout__splitter')
					splitters[at % Math.max(splitters.length, 1)]?.focus()
				}, random.below(100))
				await desk.keyboard.press(random.of(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']))
			},
		],
		[1, () => desk.setViewportSize({ width: 700 + random.below(900), height: 500 + random.below(500) })],
	]
	const total = acts.reduce((sum, [weight]) => sum + weight, 0)
	for (let round = 0; round < 1000; round++) {
		let pick = random.next() * total
		const chosen = acts.find(([weight]) => (pick -= weight) < 0)
		await chosen?.[1]()
		if (round % 50 === 49) await expect.poll(stored, `round ${round}`).toEqual([...open].toSorted())
		if (round % 250 === 249) {
			await desk.reload()
			await expect(desk.locator('.flexlayout__tab_button').filter({ visible: true }).first()).toBeVisible()
			closed.length = 0
		}
	}
	const before = await stored()
	await desk.setViewportSize({ width: 1440, height: 900 })
	await desk.reload()
	await expect(desk.locator('.flexlayout__tab_button').filter({ visible: true }).first()).toBeVisible()
	await expect(desk.getByText('The saved layout could not be read')).toHaveCount(0)
	expect(await stored()).toEqual(before)
	await runByName(desk, 'Reset layout')
	await expect.poll(() => tabSets(desk)).toEqual([['Files'], ['Maestro'], ['Grok Chat'], ['Matrix', 'Terminal']])
})
