import { test as base, expect, type Page } from '@playwright/test'
import type { Script } from '../../packages/server-kit/src/testing/model-script.ts'
import { startServer, temporaryFolder, type Server, type StartOptions } from './drydock.ts'
import { startModel } from './model.ts'
import { makeProject } from './project.ts'

interface Fixtures {
	/** A folder of its own for each test. */
	folder: string
	/** The small project with a failing test. */
	project: string
	/** What the scripted model says; `test.use({ script })`. */
	script: Script | Script[]
	model: { env: Record<string, string> }
	/** Whether the greetings of a first visit are shown; other tests have been here before. `test.use({ isFirstVisit: true })`. */
	isFirstVisit: boolean
	/** Starts (again) on the same data folder; every server is ended with the test. */
	start(options?: Partial<StartOptions>): Promise<Server>
	server: Server
	/** Uncaught errors and console errors of the page; a test that leaves some fails. */
	problems: string[]
	/** Opens the page by a sign-in link. */
	enter(link: string): Promise<Page>
	/** Signed in, on the default layout. */
	desk: Page
}

// A refused call, and a socket whose server ended meanwhile, are logged by the browser as errors although the page handles them.
const expectedNoise = /Failed to load resource|net::ERR_|closed before receiving a handshake response/

/** Runs in every document of the browser: other people's pages keep what is theirs, and a sandboxed frame may keep nothing. */
function beHereBefore() {
	if (!location.hostname.startsWith('drydock-')) return
	try {
		for (const key of ['vt_welcome_dismissed', 'vt_beta_dismissed', 'vt_telemetry_seen', 'vt_first_run_done']) localStorage.setItem(key, 'true')
	} catch {
		// No storage: the greetings are shown.
	}
}

export const test = base.extend<Fixtures>({
	// oxlint-disable-next-line no-empty-pattern -- the test runner asks for a pattern here
	folder: async ({}, use) => {
		const { folder, cleanUp } = await temporaryFolder()
		await use(folder)
		await cleanUp()
	},
	project: async ({ folder }, use) => use(await makeProject(folder)),
	script: [{ turns: [] }, { option: true }],
	isFirstVisit: [false, { option: true }],
	model: async ({ folder, script }, use) => {
		const model = await startModel(folder, script)
		await use(model)
		model.stop()
	},
	start: async ({ folder, project, model }, use) => {
		const servers: Server[] = []
		await use(async (options = {}) => {
			const server = await startServer({ roots: [project], folder, ...options, env: { ...model.env, ...options.env } })
			servers.push(server)
			return server
		})
		await Promise.all(servers.map((server) => server.stop()))
	},
	server: async ({ start }, use) => use(await start()),
	// oxlint-disable-next-line no-empty-pattern -- see above
	problems: async ({}, use) => {
		const problems: string[] = []
		await use(problems)
		expect(problems).toEqual([])
	},
	context: async ({ context, isFirstVisit }, use) => {
		if (!isFirstVisit) await context.addInitScript(beHereBefore)
		await use(context)
	},
	enter: async ({ page, problems, start }, use) => {
		// Asked for only to be set up before this: so what a page says about a server that ends with the test is not heard.
		void start
		let isOver = false
		const note = (problem: string) => isOver || problems.push(problem)
		page.on('pageerror', (error) => note(error.message))
		page.on('console', (message) => message.type() === 'error' && !expectedNoise.test(message.text()) && note(message.text()))
		await use(async (link) => {
			await page.goto(link)
			await expect(page.getByRole('tab', { name: 'Files' })).toBeVisible()
			return page
		})
		isOver = true
	},
	desk: async ({ enter, server }, use) => use(await enter(server.link)),
})

export { expect }
