/** Ways to run a command line (spec/2 §2). */
export const runnerNames = ['bash', 'wsl', 'powershell', 'cmd'] as const
export type RunnerName = (typeof runnerNames)[number]
