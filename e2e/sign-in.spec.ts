import { expect, test } from './support/fixtures.ts'

test('without a session the page says how to get in', async ({ page, server }) => {
	await page.goto(server.url)
	await expect(page).toHaveURL(/drydock-[0-9a-f]{8}\.localhost/)
	await expect(page.getByText(/open the link/i)).toBeVisible()
})

test('the link signs in once, leaves no code in the address, and a reload stays signed in', async ({ desk, server, browser }) => {
	expect(desk.url()).not.toContain('code=')
	await desk.reload()
	await expect(desk.getByRole('tab', { name: 'Files' })).toBeVisible()
	const other = await browser.newPage()
	await other.goto(server.link)
	await expect(other.getByText(/used already|too old/i)).toBeVisible()
	await other.close()
})

test('the page goes on by itself after the server was killed and started again', async ({ desk, server, start }) => {
	await server.kill()
	const again = await start({ port: server.port })
	expect(again.port).toBe(server.port)
	await desk.reload()
	await expect(desk.getByRole('tab', { name: 'Files' })).toBeVisible()
})
