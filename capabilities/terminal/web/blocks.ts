import type { IDecoration, IMarker, Terminal } from '@xterm/xterm'
import { readMark, type Mark } from '../contract/marks.ts'

/** More commands than the lines that can be scrolled back to usually hold. */
export const mostBlocks = 500
/** What is copied or sent of an output: as much as the page keeps. */
const mostOutputLines = 5000

/** What names the command covers so many lines. */
const linesOfBar = 2

/** A command that was run, with what it printed. */
export interface Block {
	/** Undefined where the history does not hold what was typed: such a command is not run again. */
	command: string | undefined
	/** What the line showed. */
	shown: string
	code: number | undefined
	startedAt: number
	ms: number | undefined
	prompt: IMarker
	output: IMarker
	end: IMarker | undefined
}

export interface Blocks {
	/** Where the shell is now; undefined until it said so. */
	folder(): string | undefined
	/** Whether the shell waits for a line. */
	isAtPrompt(): boolean
	/** The block that the first line in sight belongs to, if its own line is above it. */
	above(): Block | undefined
	/** Scrolls to the command before or after; the one that is shown then. */
	jump(step: -1 | 1): Block | undefined
	outputOf(block: Block): string
	/** The terminal was cleared or drawn anew. */
	reset(): void
}

/** Some of its output can still be scrolled to. */
const isKept = ({ end }: Block) => end === undefined || !end.isDisposed

/** Follows a shell's commands by its own marks. Marks without the key are ignored, whatever prints them. */
export function followBlocks(terminal: Terminal, { key, onChange }: { key(): string | undefined; onChange(): void }): Blocks {
	let blocks: Block[] = []
	let folder: string | undefined
	let prompt: IMarker | undefined
	let line: { marker: IMarker; column: number } | undefined
	let command: string | undefined
	let running: Block | undefined
	let pointed: Block | undefined

	function hear(mark: Mark) {
		switch (mark.type) {
			case 'folder':
				folder = mark.path
				return
			case 'prompt':
				prompt = terminal.registerMarker()
				return
			case 'line':
				line = { marker: terminal.registerMarker(), column: terminal.buffer.active.cursorX }
				return
			case 'command':
				command = mark.text
				return
			case 'started':
				return start(mark.at)
			case 'ended':
				return end(mark.code, mark.at)
			default:
				return mark satisfies never
		}
	}

	function start(at: number) {
		// Said again after output was left out: it is still the same command.
		if (running?.startedAt === at) return
		const output = terminal.registerMarker()
		const shown = typed()
		// What was typed with a blank before it is not in the history: its last line is another command's.
		const block: Block = { command: command === shown || shown === '' ? command : undefined, shown: shown || (command ?? ''), code: undefined, startedAt: at, ms: undefined, prompt: prompt ?? output, output, end: undefined }
		running = block
		// "The command before" is this one again.
		pointed = undefined
		blocks = [...blocks.filter(isKept), block].slice(-mostBlocks)
		command = undefined
		line = undefined
		onChange()
	}

	/** The text from the end of the prompt to where output begins, blanks and all. */
	function typed(): string {
		if (!line || line.marker.isDisposed) return ''
		const rows = linesBetween(line.marker.line, cursorLine(), line.column)
		return rows.join('\n').trimEnd()
	}

	function end(code: number, at: number) {
		if (!running || at < running.startedAt) return
		Object.assign(running, { code, ms: Math.max(0, at - running.startedAt), end: terminal.registerMarker() })
		decorate(running)
		running = undefined
		onChange()
	}

	function decorate(block: Block) {
		const decoration: IDecoration | undefined = terminal.registerDecoration({ marker: block.prompt, width: 1 })
		decoration?.onRender((element) => {
			element.classList.add('CommandMark')
			element.dataset['outcome'] = block.code === 0 ? 'good' : 'bad'
			element.title = `${block.shown}: exit code ${block.code}`
		})
	}

	/** Lines as they were printed: wrapped ones in one piece. */
	function linesBetween(from: number, to: number, column = 0): string[] {
		const lines: string[] = []
		for (let row = Math.max(0, from); row < to && lines.length < mostOutputLines; row++) {
			const found = terminal.buffer.active.getLine(row)
			if (!found) break
			const isContinued = terminal.buffer.active.getLine(row + 1)?.isWrapped ?? false
			const text = found.translateToString(!isContinued, row === from ? column : 0)
			if (found.isWrapped && lines.length > 0) lines.push((lines.pop() ?? '') + text)
			else lines.push(text)
		}
		return lines
	}

	const cursorLine = () => terminal.buffer.active.baseY + terminal.buffer.active.cursorY
	const top = () => terminal.buffer.active.viewportY

	terminal.parser.registerOscHandler(633, (data) => {
		const mark = readMark(data, key())
		if (mark) hear(mark)
		return true
	})

	return {
		folder: () => folder,
		isAtPrompt: () => line !== undefined && running === undefined,
		above() {
			if (terminal.buffer.active.type === 'alternate' || top() === terminal.buffer.active.baseY) return undefined
			const block = blocks.findLast((each) => isKept(each) && each.prompt.line < top())
			return block && (block.end === undefined || block.end.line > top()) ? block : undefined
		},
		jump(step) {
			const known = blocks.filter(isKept)
			const from = pointed && known.includes(pointed) ? known.indexOf(pointed) : known.length
			pointed = known[from + step]
			if (pointed) terminal.scrollToLine(Math.max(0, pointed.prompt.line - linesOfBar))
			else if (step === 1) terminal.scrollToBottom()
			return pointed
		},
		outputOf: ({ output, end: last }) => linesBetween(output.line, last?.line ?? cursorLine()).join('\n'),
		reset() {
			blocks = []
			prompt = running = pointed = line = command = undefined
			onChange()
		},
	}
}
