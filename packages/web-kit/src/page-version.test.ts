// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { buildIdOf, followPageVersion, usePageVersion } from './page-version.ts'

const pageOf = (script: string) => `<!doctype html><html><head><script>let a</script><script type="module" crossorigin src="${script}"></script></head></html>`

afterEach(() => {
	vi.unstubAllGlobals()
	usePageVersion.setState({ isOutdated: false })
	document.head.innerHTML = ''
})

test('the build is known by its first script', () => {
	expect(buildIdOf(pageOf('/assets/main-a1.js'))).toBe('/assets/main-a1.js')
	expect(buildIdOf('<p>Bad gateway</p>')).toBeUndefined()
})

test.each([
	['another build', 200, pageOf('/assets/main-b2.js'), true],
	['the same build', 200, pageOf('/assets/main-a1.js'), false],
	['an error page', 502, pageOf('/assets/main-b2.js'), false],
	['a page of someone else', 200, '<p>Hello</p>', false],
])('once the server is back and serves %s', async (_, status, html, isOutdated) => {
	const script = document.createElement('div')
	script.innerHTML = '<script type="module" src="/assets/main-a1.js"></script>'
	document.head.append(...script.children)
	const asked = Promise.withResolvers<void>()
	vi.stubGlobal('fetch', async () => {
		asked.resolve()
		return new Response(html, { status })
	})
	const stop = followPageVersion()
	dispatchEvent(new CustomEvent('vt:connection:online'))
	await asked.promise
	await vi.waitFor(() => expect(usePageVersion.getState().isOutdated).toBe(isOutdated), { timeout: 15_000 })
	stop()
})
