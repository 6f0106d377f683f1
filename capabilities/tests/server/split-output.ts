/** A longer report is a mistake of the tool; what came so far is not read. */
const longestReport = 16 * 1024 * 1024

/**
 * Runs the words it is given and then prints what they wrote as their report, after a line that is new for each run: the report
 * lies in the sandbox's own /tmp, which is gone when the command ends, and so does the coverage. Its exit code is the command's.
 */
export function withReportAfter(words: readonly string[], { report, coverage, mark }: { report: string; coverage: string; mark: string }): string[] {
	const script = 'report=$1 coverage=$2 mark=$3; shift 3; mkdir -p -- "${coverage%/*}"; "$@"; code=$?; show() { printf "\\n%s\\n" "$1"; if [ -f "$2" ]; then cat -- "$2"; fi; }; show "$mark" "$report"; show "$mark-coverage" "$coverage"; exit $code'
	return ['/usr/bin/bash', '--norc', '--noprofile', '-c', script, 'tests', report, coverage, mark, ...words]
}

/** Takes the report off the end of what comes on standard output. */
export function splitOutput(mark: string) {
	const line = `\n${mark}\n`
	let held = ''
	let isReport = false
	let report = ''
	return {
		/** What a person is shown of this piece. */
		add(text: string): string {
			if (isReport) {
				if (report.length <= longestReport) report += text
				return ''
			}
			held += text
			const at = held.indexOf(line)
			if (at >= 0) {
				isReport = true
				report = held.slice(at + line.length)
				return take(at)
			}
			// The beginning of the line may be what came last.
			let keep = Math.min(line.length - 1, held.length)
			while (keep > 0 && !line.startsWith(held.slice(-keep))) keep--
			return take(held.length - keep)
		},
		rest: () => (isReport ? '' : take(held.length)),
		report: () => parts()[0],
		coverage: () => parts()[1],
	}

	function parts(): [report: string, coverage: string] {
		const [own = '', coverage = ''] = report.length > longestReport ? [] : report.split(`\n${mark}-coverage\n`)
		return [own, coverage]
	}

	function take(length: number): string {
		const taken = held.slice(0, length)
		held = held.slice(length)
		return taken
	}
}

/** A line without an end is shown in pieces. */
const longestLine = 1024 * 1024

/** Keeps all that is printed as the report, and shows each line as a person would have seen it. */
export function keepOutput(shown?: (line: string) => string) {
	let rest = ''
	let report = ''
	return {
		add(text: string): string {
			if (report.length <= longestReport) report += text
			if (!shown) return text
			const lines = (rest + text).split('\n')
			rest = lines.pop() ?? ''
			if (rest.length > longestLine) {
				lines.push(rest)
				rest = ''
			}
			return lines.map(shown).join('')
		},
		rest: () => (rest === '' || !shown ? '' : shown(rest)),
		coverage: () => '',
		report: () => (report.length > longestReport ? '' : report),
	}
}
