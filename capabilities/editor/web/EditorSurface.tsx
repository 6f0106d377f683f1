import type { Caret, EditorOptions, EditorView, Engine, TextBuffer } from '@drydock/editor-kit'
import { onThemeChange, reboundKeys, useDocumentHost, usePreference } from '@drydock/web-kit'
import { useEffect, useRef, useSyncExternalStore } from 'react'

export type SurfaceHandle = Pick<EditorView, 'run' | 'focus' | 'reveal'>

interface Props {
	buffer: TextBuffer
	options: EditorOptions
	label: string
	onCaret(caret: Caret): void
	/** Told when the text can be acted on, and with undefined when no longer. */
	onSurface(surface: SurfaceHandle | undefined): void
}

/** The rich editor: one view in which the open files take turns. */
export function EditorSurface({ engine, buffer, options, label, onCaret, onSurface }: Props & { engine: Engine }) {
	const view = useRef<EditorView>(null)
	const host = useDocumentHost((element) => {
		const built = engine.createView(element, options, onCaret)
		built.show(buffer)
		view.current = built
		onSurface(built)
		return () => {
			view.current = null
			onSurface(undefined)
			built.dispose()
		}
	})
	const [rebound] = usePreference(reboundKeys)
	useEffect(() => engine.rebind(rebound), [engine, rebound])
	useEffect(() => view.current?.show(buffer), [buffer])
	useEffect(() => view.current?.configure(options), [options])
	useEffect(() => onThemeChange(() => view.current?.recolour()), [])
	return <div ref={host} className="Editor-surface" data-main role="group" aria-label={label} />
}

/** The plain text field of spec/2 §2, where the rich editor cannot run. */
export function PlainSurface({ buffer, options, label, onCaret, onSurface }: Props) {
	const field = useRef<HTMLTextAreaElement>(null)
	const text = useSyncExternalStore(buffer.subscribe, buffer.text)
	useEffect(() => {
		onSurface({
			run: () => {},
			focus: () => field.current?.focus(),
			reveal({ line, column }) {
				const start = buffer.text().split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
				field.current?.setSelectionRange(start, start)
			},
		})
		return () => onSurface(undefined)
	}, [buffer, onSurface])
	const tellCaret = ({ value, selectionStart }: HTMLTextAreaElement) => {
		const before = value.slice(0, selectionStart).split('\n')
		onCaret({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 })
	}
	return (
		<textarea
			ref={field}
			className="Editor-plain"
			data-main
			aria-label={label}
			spellCheck={false}
			readOnly={options.isReadOnly}
			wrap={options.wrap ? 'soft' : 'off'}
			style={{ fontSize: options.fontSize }}
			value={text}
			onChange={({ target }) => buffer.replace(target.value)}
			onSelect={({ currentTarget }) => tellCaret(currentTarget)}
		/>
	)
}
