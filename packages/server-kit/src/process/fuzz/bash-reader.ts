import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { functionNames } from './lines.ts'

const bubblewrap = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run', '--chdir', '/run', '--clearenv']

// Every line is the argument list of a function that prints it, or a sequence of functions that do. There is no other program to find.
const program = `
show() { printf '%s\\0' call "$#" "$@" >&3; }
${functionNames.map((name) => `${name}() { show ${name} "$@"; ${name === 'no' ? 'return 1; ' : ''}}`).join('\n')}
exec 3>&1
while IFS= read -r batch; do
	mapfile -d '' -t lines < "$batch"
	for line in "\${lines[@]}"; do
		eval "$line"
		printf 'end\\0' >&3
	done
done 2>/dev/null
`

export interface BashReader {
	/** For each line the argument lists that bash made of it, in no order. */
	read(lines: readonly string[]): Promise<string[][][]>
	close(): void
}

/** One long-lived bash in an empty sandbox, which says how it reads lines. */
export function startBash(folder: string): BashReader {
	const child = spawn('/usr/bin/bwrap', [...bubblewrap, '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'PATH', '/nonexistent', '--', '/usr/bin/bash', '--norc', '--noprofile', '-c', program], { stdio: ['pipe', 'pipe', 'ignore'] })
	let batches = 0
	return {
		async read(lines) {
			const file = path.join(folder, `batch-${batches++}`)
			await writeFile(file, lines.map((line) => `${line}\0`).join(''))
			child.stdin.write(`${file}\n`)
			return readCalls(child.stdout, lines.length)
		},
		close: () => void child.kill('SIGKILL'),
	}
}

async function readCalls(output: NodeJS.ReadableStream, count: number): Promise<string[][][]> {
	const answers: string[][][] = []
	let calls: string[][] = []
	let rest = Buffer.alloc(0)
	while (answers.length < count) {
		const [chunk] = (await once(output, 'data')) as [Buffer]
		rest = Buffer.concat([rest, chunk])
		const whole = rest.lastIndexOf(0) + 1
		// A call that is not complete waits for the next piece.
		const fields = rest.subarray(0, whole).toString('utf8').split('\0').slice(0, -1)
		let at = 0
		while (at < fields.length) {
			if (fields[at] === 'end') {
				answers.push(calls)
				calls = []
				at++
				continue
			}
			const length = Number(fields[at + 1])
			if (at + 2 + length > fields.length) break
			calls.push(fields.slice(at + 2, at + 2 + length))
			at += 2 + length
		}
		const left = fields.slice(at)
		rest = Buffer.concat([Buffer.from(left.map((field) => `${field}\0`).join('')), rest.subarray(whole)])
	}
	return answers
}
