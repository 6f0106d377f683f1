// Monaco alone: one view, one model for each file.
import 'monaco-editor/features/register.all'
import * as monaco from 'monaco-editor/editor'
// oxlint-disable-next-line import/default -- the bundler makes it
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'

Object.assign(globalThis, { MonacoEnvironment: { getWorker: () => new EditorWorker() } })

const models = new Map<string, monaco.editor.ITextModel>()
let view: monaco.editor.IStandaloneCodeEditor | undefined

export function show(host: HTMLElement, path: string, text: string) {
	const model = models.get(path) ?? monaco.editor.createModel(text, 'plaintext')
	models.set(path, model)
	view ??= monaco.editor.create(host, { model: null, automaticLayout: true, minimap: { enabled: false } })
	view.setModel(model)
	view.focus()
}
