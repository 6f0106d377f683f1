import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { alive, familyOf } from './support/processes.ts'

/** The rows of the terminal that is shown, without trailing blanks. */
async function screenOf(page: Page): Promise<string[]> {
	const rows = await page.locator('.xterm:visible .xterm-rows > div').allInnerTexts()
	return rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd())
}

async function type(page: Page, line: string) {
	await page.locator('.xterm:visible .xterm-helper-textarea').focus()
	await page.keyboard.type(line)
	await page.keyboard.press('Enter')
}

const stepsOn = (rows: string[]) => rows.flatMap((row) => /^built (\d+)$/.exec(row)?.[1] ?? []).map(Number)
const lastStep = async (page: Page) => stepsOn(await screenOf(page)).at(-1) ?? 0
const isRunOf = (numbers: number[]) => numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)

test('two terminals survive a killed server and a reload with the same screen; killing everything leaves no process', async ({ desk, server, start, folder }) => {
	await expect.poll(() => screenOf(desk).then((rows) => rows[0])).toMatch(/[#$]/)
	await type(desk, 'top -d 600')
	await expect.poll(() => screenOf(desk).then((rows) => rows.join('\n'))).toContain('load average')
	await expect.poll(() => screenOf(desk).then((rows) => rows.join('\n'))).toMatch(/top\b.*\n[\s\S]*PID/)
	const top = await screenOf(desk)

	await desk.keyboard.press('Alt+T')
	await expect(desk.getByRole('tab', { name: /Terminal 2/ })).toBeVisible()
	await expect.poll(() => screenOf(desk).then((rows) => rows[0])).toMatch(/[#$]/)
	await type(desk, 'for i in $(seq 1 100000); do echo built $i; sleep 0.1; done')
	await expect.poll(() => lastStep(desk)).toBeGreaterThan(3)

	await server.kill()
	const atKill = await lastStep(desk)
	const again = await start({ port: server.port })
	await expect.poll(() => lastStep(desk), { timeout: 30_000 }).toBeGreaterThan(atKill + 3)
	expect(isRunOf(stepsOn(await screenOf(desk)))).toBe(true)

	await desk.reload()
	await expect.poll(() => lastStep(desk), { timeout: 30_000 }).toBeGreaterThan(atKill + 6)
	expect(isRunOf(stepsOn(await screenOf(desk)))).toBe(true)
	await desk.getByRole('tab', { name: /Terminal 1/ }).click()
	await expect.poll(() => screenOf(desk)).toEqual(top)

	const family = await familyOf(folder)
	expect(family.map(({ command }) => command).join('\n')).toContain('top -d 600')
	for (const { pid } of family.filter(({ command }) => command.includes('main.js') || command.includes('pty-host'))) process.kill(pid, 'SIGKILL')
	await again.exited
	await expect.poll(() => alive(family.filter(({ command }) => !command.includes('model-server')).map(({ pid }) => pid))).toEqual([])
})

test('a window that is made smaller and larger tells the shell its size', async ({ desk }) => {
	await expect.poll(() => screenOf(desk).then((rows) => rows[0])).toMatch(/[#$]/)
	await desk.setViewportSize({ width: 1000, height: 800 })
	await type(desk, 'clear; stty size')
	const size = async () => (await screenOf(desk)).find((row) => /^\d+ \d+$/.test(row))
	await expect.poll(size).toBeDefined()
	const before = await size()
	await desk.setViewportSize({ width: 1440, height: 900 })
	await expect.poll(async () => {
		await type(desk, 'clear; stty size')
		const now = await size()
		return now !== undefined && now !== before
	}).toBe(true)
})

test('stopping the server ends the terminals', async ({ desk, server, folder }) => {
	await expect.poll(() => screenOf(desk).then((rows) => rows[0])).toMatch(/[#$]/)
	await type(desk, 'sleep 1000')
	const family = (await familyOf(folder)).filter(({ command }) => !command.includes('model-server'))
	expect(await server.stop()).toBe(0)
	await expect.poll(() => alive(family.map(({ pid }) => pid))).toEqual([])
})
