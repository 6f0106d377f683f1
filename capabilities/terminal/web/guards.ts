import type { IDisposable, IParser } from '@xterm/xterm'

/** Wider and longer than any terminal; more only keeps the page busy. */
const mostRepeats = 10_000
// Insert, delete, erase, scroll, repeat, tabs: the engine does them one by one.
const counted = ['@', 'A', 'B', 'C', 'D', 'I', 'L', 'M', 'P', 'S', 'T', 'X', 'Z', 'b']

/** Refuses sequences that would freeze the page or reach beyond the terminal; returns how to take the guards away. */
export function guardParser(parser: IParser): IDisposable[] {
	return [
		...counted.map((final) => parser.registerCsiHandler({ final }, (params) => Number(params[0] ?? 0) > mostRepeats)),
		// Clipboard: a program may neither read nor set it.
		parser.registerOscHandler(52, () => true),
		// Window operations and reports: a title that is reported back would be typed into the shell.
		parser.registerCsiHandler({ final: 't' }, () => true),
	]
}
