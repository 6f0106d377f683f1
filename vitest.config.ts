import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
	plugins: [react()],
	test: {
		include: ['{packages,capabilities,apps,scripts}/**/*.test.{ts,tsx}'],
		pool: 'forks',
		maxWorkers: 2,
		testTimeout: 20_000,
		hookTimeout: 20_000,
	},
})
