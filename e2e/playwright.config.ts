import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file))

export default defineConfig({
	testDir: '.',
	testMatch: '**/*.spec.ts',
	outputDir: '../test-results',
	timeout: 90_000,
	expect: { timeout: 15_000 },
	workers: 1,
	// A busy machine makes a browser late. What needs another try is named as flaky at the end, and is a fault to mend.
	retries: 2,
	forbidOnly: Boolean(process.env['CI']),
	reporter: [['list']],
	use: {
		viewport: { width: 1440, height: 900 },
		trace: 'retain-on-failure',
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath: chromium,
			args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
		},
	},
})
