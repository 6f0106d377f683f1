import { Badge, Markdown } from '@drydock/ui'
import { ChevronRight, Info, TriangleAlert } from '@drydock/ui/icons'
import type { Block, MessageBlock, RunView } from '../run/view.ts'
import { Step } from './Step.tsx'
import './Transcript.css'

/** A run from what was asked to what came of it. */
export function Transcript({ run, task }: { run: RunView; task: string }) {
	return run.blocks.map((block) => (
		<div key={block.key} className="Transcript-block">
			<BlockView block={block} task={task} />
		</div>
	))
}

function BlockView({ block, task }: { block: Block; task: string }) {
	switch (block.kind) {
		case 'message':
			return <Message text={block.text} by={block.by} isQueued={block.isQueued} />
		case 'step':
			return <Step step={block} task={task} />
		case 'notice':
			return (
				<p className={`Notice Notice--${block.tone}`}>
					{block.tone === 'attention' ? <TriangleAlert /> : <Info />}
					{block.text}
				</p>
			)
		default:
			return never(block)
	}
}

function never(block: never): never {
	throw new Error(`Unknown block ${JSON.stringify(block)}`)
}

const authors = { user: 'You', review: 'Your review', system: 'Drydock' }

/** A person's words stand as they were typed; nothing in them is markup. */
export function Message({ text, by, isQueued }: Pick<MessageBlock, 'text' | 'by' | 'isQueued'>) {
	if (by === 'review') return <ReviewNote text={text} />
	return (
		<article className={`Message Message--${by}`} aria-label={authors[by]}>
			{by === 'user' ? <p className="Message-text">{text}</p> : <Markdown text={text} />}
			{isQueued && <Badge tone="attention">Queued: read before the next step</Badge>}
		</article>
	)
}

function ReviewNote({ text }: { text: string }) {
	return (
		<details className="Message Message--review">
			<summary>
				<ChevronRight aria-hidden />
				Maestro was told what you took back
			</summary>
			<pre>{text}</pre>
		</details>
	)
}
