import { CopyButton } from './CodeBlock.tsx'
import { DiffView } from './DiffView.tsx'
import { ExactText } from './ExactText.tsx'
import { parsePatch } from './parse-patch.ts'
import './ActionDetails.css'

/** A command longer than this says so: the part that matters may stand far behind blanks. */
const longCommand = 200
const hashShown = 12

/** Exactly what will happen when an approval is given, as the server bound it. */
export function ActionDetails({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
	const text = (name: string) => {
		const value = metadata[name]
		return typeof value === 'string' && value !== '' ? value : undefined
	}
	const command = text('command')
	const preview = text('preview')
	const hash = text('hash')
	const length = typeof metadata['length'] === 'number' ? metadata['length'] : (command?.length ?? 0)
	const facts = [
		{ name: 'Folder', value: text('cwd') },
		{ name: 'File', value: text('path') },
		{ name: 'Why it asks', value: text('risk') },
		{ name: 'Length', value: length > longCommand ? `${length} characters` : undefined },
	].filter((fact): fact is { name: string; value: string } => fact.value !== undefined)
	return (
		<div className="ActionDetails">
			{command !== undefined && (
				<div className="ActionDetails-command">
					<pre tabIndex={0} aria-label="Command">
						<code>
							<ExactText text={command} keepLines />
						</code>
					</pre>
					<CopyButton text={command} label="Copy command" />
				</div>
			)}
			{preview !== undefined && <Preview path={text('path') ?? 'the file'} patch={preview} />}
			<dl className="ActionDetails-facts">
				{facts.map(({ name, value }) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>
							<ExactText text={value} />
						</dd>
					</div>
				))}
				{hash !== undefined && (
					<div>
						<dt>Approves only</dt>
						<dd>
							<code title={hash}>{hash.slice(0, hashShown)}</code>
						</dd>
					</div>
				)}
			</dl>
		</div>
	)
}

/** A diff of one file, or what a command said followed by the diffs of several, each after a line that begins with "diff". */
function Preview({ path, patch }: { path: string; patch: string }) {
	const [first = '', ...files] = patch.split(/^(?=diff ")/m)
	if (files.length === 0) return <Patch path={path} patch={patch} />
	return (
		<>
			{first.trim() !== '' && <Patch path="what it said" patch={first.trimEnd()} />}
			{files.map((file, at) => {
				const title = file.slice('diff '.length).split('\n', 1)[0] ?? ''
				return (
					<div key={at} className="ActionDetails-file">
						<code>
							<ExactText text={title} />
						</code>
						{file.includes('\n@@ ') && <Patch path={title} patch={file} />}
					</div>
				)
			})}
		</>
	)
}

function Patch({ path, patch }: { path: string; patch: string }) {
	const hunks = parsePatch(patch)
	if (hunks.length > 0) return <DiffView label={path} hunks={hunks} />
	return (
		<pre className="ActionDetails-text" tabIndex={0}>
			<ExactText text={patch} keepLines />
		</pre>
	)
}
