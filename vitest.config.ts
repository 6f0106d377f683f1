import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
	plugins: [react()],
	test: {
		include: ['{packages,capabilities,apps,scripts}/**/*.test.{ts,tsx}'],
		pool: 'forks',
		maxWorkers: 2,
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// As in the browser: a busy machine is late, and what needs another try is reported as such.
		retry: 2,
		expect: { poll: { timeout: 15_000 } },
		silent: 'passed-only',
	},
})
