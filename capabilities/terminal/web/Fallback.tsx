import { Banner, Button, Toolbar } from '@drydock/ui'
import { Copy, Play, Shield } from '@drydock/ui/icons'
import { openPane, project, toast, useSend } from '@drydock/web-kit'
import { shellRun } from '../../commands/contract.ts'

/** Where no terminal can be shown: whether commands run at all, and why not (spec/2 §2). */
export function Fallback() {
	const run = useSend(shellRun)
	const output = run.data && [run.data.stdout, run.data.stderr].filter(Boolean).join('\n').trimEnd()

	async function handleCopy() {
		await navigator.clipboard.writeText(output ?? '')
		toast({ kind: 'success', message: 'Output copied' })
	}

	return (
		<div className="TerminalFallback">
			<p>Commands may still run, one at a time, in the sandbox.</p>
			<Toolbar label="Without a terminal">
				<Button isSmall icon={<Play />} isBusy={run.isPending} onClick={() => run.mutate({ cmd: 'echo Drydock', cwd: project().cwd })}>
					Run echo check
				</Button>
				<Button isSmall icon={<Copy />} disabled={!output} onClick={() => void handleCopy()}>
					Copy last output
				</Button>
				<Button isSmall icon={<Shield />} onClick={() => openPane('shellPolicy')}>
					Open Shell Policy
				</Button>
			</Toolbar>
			{run.error && <Banner tone="bad">{run.error.message}</Banner>}
			{run.data && (
				<pre className="TerminalView-paste" tabIndex={0} aria-label="Last output">
					{output}
					{`\nexit code ${run.data.code}`}
				</pre>
			)}
		</div>
	)
}
