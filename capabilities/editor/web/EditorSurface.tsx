import type { Caret, EditorOptions, EditorView, Engine, TextBuffer } from '@drydock/editor-kit'
import { onThemeChange, useDocumentHost } from '@drydock/web-kit'
import { useEffect, useImperativeHandle, useRef, useSyncExternalStore, type Ref } from 'react'

export type SurfaceHandle = Pick<EditorView, 'run' | 'focus' | 'reveal'>

interface Props {
	buffer: TextBuffer
	options: EditorOptions
	label: string
	onCaret(caret: Caret): void
	handle: Ref<SurfaceHandle>
}

/** The rich editor: one view in which the open files take turns. */
export function EditorSurface({ engine, buffer, options, label, onCaret, handle }: Props & { engine: Engine }) {
	const view = useRef<EditorView>(null)
	const host = useDocumentHost((element) => {
		const built = engine.createView(element, options, onCaret)
		built.show(buffer)
		view.current = built
		return () => {
			view.current = null
			built.dispose()
		}
	})
	useEffect(() => view.current?.show(buffer), [buffer])
	useEffect(() => view.current?.configure(options), [options])
	useEffect(() => onThemeChange(engine.applyTheme), [engine])
	useImperativeHandle(handle, () => ({
		run: (action) => view.current?.run(action),
		focus: () => view.current?.focus(),
		reveal: (caret) => view.current?.reveal(caret),
	}))
	return <div ref={host} className="Editor-surface" role="group" aria-label={label} />
}

/** The plain text field of spec/2 §2, where the rich editor cannot run. */
export function PlainSurface({ buffer, options, label, onCaret, handle }: Props) {
	const field = useRef<HTMLTextAreaElement>(null)
	const text = useSyncExternalStore(buffer.subscribe, buffer.text)
	useImperativeHandle(handle, () => ({
		run: () => {},
		focus: () => field.current?.focus(),
		reveal({ line, column }) {
			const start = text.split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
			field.current?.setSelectionRange(start, start)
			field.current?.focus()
		},
	}))
	const tellCaret = ({ value, selectionStart }: HTMLTextAreaElement) => {
		const before = value.slice(0, selectionStart).split('\n')
		onCaret({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 })
	}
	return (
		<textarea
			ref={field}
			className="Editor-plain"
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
