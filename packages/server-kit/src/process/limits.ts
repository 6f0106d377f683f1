import os from 'node:os'

/** What one command with all it starts may use. */
export interface Limits {
	memoryBytes: number
	processes: number
	/** Of one process. */
	cpuSeconds: number
	/** Of one file. */
	fileBytes: number
	openFiles: number
	/** Of /tmp and of the home folder, each in memory. */
	scratchBytes: number
	/** A command ends before the disk has less than this left. */
	freeBytes: number
	/** A command ends when so many files came to the disk while it ran. */
	newFiles: number
}

// SECURITY LI-013…015. Builds with many workers need some hundred threads and gigabytes; a bomb needs all there is.
const mostMemory = 8 * 1024 ** 3
const shareOfMemory = 0.75

export const defaultLimits: Limits = {
	memoryBytes: Math.min(mostMemory, Math.floor(os.totalmem() * shareOfMemory)),
	processes: 512,
	cpuSeconds: 3600,
	fileBytes: 2 * 1024 ** 3,
	openFiles: 8192,
	scratchBytes: 512 * 1024 * 1024,
	freeBytes: 256 * 1024 * 1024,
	newFiles: 500_000,
}

/** The limits that the kernel keeps for each process, set inside, where only the command's own processes count. */
export function limitWords({ processes, fileBytes, cpuSeconds, openFiles }: Limits): string[] {
	return ['/usr/bin/prlimit', `--nproc=${processes}`, `--fsize=${fileBytes}`, `--cpu=${cpuSeconds}`, `--nofile=${openFiles}`, '--core=0', '--']
}

/** Which limit ended a command. */
export type Exceeded = 'memory' | 'processes' | 'disk'
