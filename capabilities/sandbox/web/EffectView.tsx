import { Badge, Banner, Button, Checkbox, countLines, DiffView, ErrorState, ExactText, Skeleton } from '@drydock/ui'
import { Check, Trash2 } from '@drydock/ui/icons'
import { asFault, toast, useCall, useSend } from '@drydock/web-kit'
import { useState } from 'react'
import { discardShadowRun, getShadowRun, listShadowRuns, mergeShadowRun, type EffectFile } from '../contract.ts'
import { takeBack } from '../../checkpoints/contract.ts'
import './EffectView.css'

const kindNames: Record<EffectFile['kind'], string> = { added: 'new', changed: '', deleted: 'deleted', folder: 'folder', mode: 'mode', link: 'link' }

/** What a shadow run would change: looked at file by file, kept or thrown away. */
export function EffectView({ id, onDone }: { id: string; onDone(): void }) {
	const { data, error, refetch } = useCall(getShadowRun, { id })
	const merge = useSend(mergeShadowRun, { refresh: [listShadowRuns, getShadowRun] })
	const discard = useSend(discardShadowRun, { refresh: [listShadowRuns] })
	const undo = useSend(takeBack)
	const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
	const [outcome, setOutcome] = useState<string>()
	const fail = (cause: unknown) => toast({ kind: 'error', message: asFault(cause).message })

	if (outcome !== undefined) return <Banner tone="good">{outcome}</Banner>
	if (error?.code === 'shadow.not_found') return <Banner onDismiss={onDone}>{`${error.message} ${error.hint ?? ''}`}</Banner>
	if (error) return <ErrorState title="Those changes could not be read" error={error} onRetry={() => void refetch()} />
	if (!data) return <Skeleton />
	const open = data.files.filter(({ problem }) => problem === undefined)
	const chosen = open.filter(({ path }) => !left.has(path))

	function handleKeep() {
		const files = chosen.length === open.length ? undefined : chosen.map(({ path }) => path)
		merge.mutate({ id, files }, {
			onError: fail,
			onSuccess({ entry, merged, conflicts, left: remaining }) {
				for (const { path, reason } of conflicts) toast({ kind: 'error', message: `${path}: ${reason}` })
				if (entry !== undefined) toast({ message: `Kept ${countOf(merged.length)}`, action: { label: 'Undo', run: () => undo.mutate({ entry }, { onError: fail }) } })
				if (remaining === 0) setOutcome(`Kept ${countOf(merged.length)}. The history can take it back.`)
			},
		})
	}
	function handleDiscard() {
		discard.mutate({ id }, { onError: fail, onSuccess: () => (setOutcome('Thrown away. The project is as it was.'), onDone()) })
	}
	return (
		<section className="EffectView" aria-label="What it would change">
			<header className="EffectView-head">
				<h2>{`It would change ${countOf(open.length + data.more)}`}</h2>
				<Button isSmall variant="quiet" icon={<Trash2 />} disabled={discard.isPending} onClick={handleDiscard}>
					Throw away
				</Button>
				<Button isSmall variant="primary" icon={<Check />} disabled={chosen.length === 0 || merge.isPending} onClick={handleKeep}>
					{chosen.length === open.length ? 'Keep all' : `Keep ${chosen.length}`}
				</Button>
			</header>
			{data.files.map((file) => (
				<EffectRow key={file.path} file={file} isChosen={!left.has(file.path)} onChoose={(isChosen) => setLeft(isChosen ? new Set([...left].filter((path) => path !== file.path)) : new Set([...left, file.path]))} />
			))}
			{data.more > 0 && <p className="EffectView-note">{`And ${data.more} more that are not listed; “Keep all” keeps them too.`}</p>}
		</section>
	)
}

function EffectRow({ file, isChosen, onChoose }: { file: EffectFile; isChosen: boolean; onChoose(isChosen: boolean): void }) {
	const { path, kind, hunks, modes, warning, problem } = file
	const { added, removed } = countLines(hunks)
	return (
		<article className="EffectRow" aria-label={path}>
			<div className="EffectRow-bar">
				<Checkbox label={<code><ExactText text={path} /></code>} isChecked={isChosen && problem === undefined} disabled={problem !== undefined} onChange={onChoose} />
				{kindNames[kind] && <Badge tone={kind === 'deleted' ? 'bad' : 'neutral'}>{kindNames[kind]}</Badge>}
				{modes && <Badge>{`${octal(modes.before)} → ${octal(modes.after)}`}</Badge>}
				{hunks.length > 0 && <span className="EffectRow-lines">{`+${added} −${removed}`}</span>}
			</div>
			{problem !== undefined && <p className="EffectRow-problem">{`Not kept: ${problem}`}</p>}
			{warning !== undefined && problem === undefined && <p className="EffectRow-warning">{warning}</p>}
			{hunks.length > 0 && <DiffView label={path} hunks={hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map((line) => line.replace(/\r?\n$/, '')) }))} />}
			{hunks.length === 0 && (kind === 'changed' || kind === 'added') && <p className="EffectView-note">Empty, or not text.</p>}
		</article>
	)
}

const octal = (mode: number) => mode.toString(8).padStart(3, '0')

const countOf = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`
