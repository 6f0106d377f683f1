import type { EditorOptions, Engine, TextBuffer } from '@drydock/editor-kit'
import { Button } from '@drydock/ui'
import { useDocumentHost } from '@drydock/web-kit'
import { useEffect, useRef } from 'react'

interface Props {
	title: string
	original: string
	buffer: TextBuffer
	path: string
	options: EditorOptions
	engine: Engine | undefined
	onClose(): void
}

/** Another text beside the current one; Escape closes it. */
export function DiffOverlay({ title, original, buffer, path, options, engine, onClose }: Props) {
	const box = useRef<HTMLDivElement>(null)
	useEffect(() => box.current?.querySelector('button')?.focus(), [])
	return (
		<div
			ref={box}
			className="Editor-diff"
			role="dialog"
			aria-label={title}
			onKeyDownCapture={(event) => {
				if (event.key !== 'Escape') return
				event.stopPropagation()
				onClose()
			}}
		>
			<header className="Editor-diffHeader">
				<strong>{title}</strong>
				<span>{path}</span>
				<Button isSmall onClick={onClose}>
					Close
				</Button>
			</header>
			{engine ? <RichDiff engine={engine} original={original} buffer={buffer} path={path} options={options} /> : <PlainDiff original={original} current={buffer.text()} />}
		</div>
	)
}

function RichDiff({ engine, original, buffer, path, options }: { engine: Engine; original: string; buffer: TextBuffer; path: string; options: EditorOptions }) {
	const host = useDocumentHost((element) => engine.createDiff(element, { original, path, buffer, options }))
	return <div ref={host} className="Editor-surface" />
}

function PlainDiff({ original, current }: { original: string; current: string }) {
	return (
		<div className="Editor-plainDiff">
			<textarea readOnly aria-label="Original" className="Editor-plain" value={original} />
			<textarea readOnly aria-label="Current" className="Editor-plain" value={current} />
		</div>
	)
}
