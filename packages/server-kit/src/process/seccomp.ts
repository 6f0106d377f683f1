import { endianness } from 'node:os'

// What namespaces, dropped capabilities and read-only mounts leave open, or what a later hole in the kernel would be reached through:
// keys of the session, eBPF, profiling, page faults in user hands, kernel modules, clocks, mounts by file descriptor, io_uring.
const refused: Record<'x64' | 'arm64', readonly number[]> = {
	x64: [
		248, 249, 250, 321, 298, 323, 246, 320, 175, 176, 313, 165, 166, 155, 161, 308, 167, 168, 169, 425, 426, 427, 303, 304, 163, 103, 179, 164, 227, 159, 305, 153, 172, 173, 170, 171, 134, 180,
		212, 428, 429, 430, 431, 432, 433, 442,
	],
	arm64: [217, 218, 219, 280, 241, 282, 104, 294, 105, 106, 273, 40, 39, 41, 51, 268, 224, 225, 142, 425, 426, 427, 264, 265, 89, 116, 60, 170, 112, 171, 266, 58, 161, 162, 18, 428, 429, 430, 431, 432, 433, 442],
}
const ioctlNumber = { x64: 16, arm64: 29 }
/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64: numbers mean other calls to 32-bit programs. */
const auditName = { x64: 0xc000003e, arm64: 0xc00000b7 }
/** Calls of the x32 interface carry this bit and would pass by their number. */
const x32Bit = 0x40000000
/** TIOCSTI types into somebody else's terminal, TIOCLINUX pastes into it. */
const refusedIoctls = [0x5412, 0x541c]

const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const answer = 0x06
const allow = 0x7fff0000
const kill = 0x80000000
const notPermitted = 0x00050001
const numberAt = 0
const archAt = 4
/** The lower half of the second argument; both architectures are little-endian. */
const secondArgumentAt = 24

/** The filter on system calls that bubblewrap loads, as bytes; undefined where there is none for this processor. */
export function seccompFilter(arch: NodeJS.Architecture = process.arch): Buffer | undefined {
	if ((arch !== 'x64' && arch !== 'arm64') || endianness() !== 'LE') return undefined
	const numbers = refused[arch]
	const lines: [code: number, onTrue: number, onFalse: number, value: number][] = [
		[load, 0, 0, archAt],
		[jumpIfEqual, 1, 0, auditName[arch]],
		[answer, 0, 0, kill],
		[load, 0, 0, numberAt],
	]
	// Distances count to the refusal, the last line but none.
	const rest = numbers.length + 2 + refusedIoctls.length + 1
	if (arch === 'x64') lines.push([jumpIfAtLeast, rest, 0, x32Bit])
	numbers.forEach((number, at) => lines.push([jumpIfEqual, rest - at - 1, 0, number]))
	lines.push([jumpIfEqual, 0, refusedIoctls.length + 1, ioctlNumber[arch]], [load, 0, 0, secondArgumentAt])
	refusedIoctls.forEach((request, at) => lines.push([jumpIfEqual, refusedIoctls.length - at, 0, request]))
	lines.push([answer, 0, 0, allow], [answer, 0, 0, notPermitted])
	const program = Buffer.alloc(lines.length * 8)
	for (const [at, [code, onTrue, onFalse, value]] of lines.entries()) {
		program.writeUInt16LE(code, at * 8)
		program.writeUInt8(onTrue, at * 8 + 2)
		program.writeUInt8(onFalse, at * 8 + 3)
		program.writeUInt32LE(value, at * 8 + 4)
	}
	return program
}
