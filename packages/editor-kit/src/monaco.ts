// The engine with what the editor pane needs and nothing else; language servers bring the rest later. Loaded on demand only.
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/cpp/register'
import 'monaco-editor/languages/definitions/csharp/register'
import 'monaco-editor/languages/definitions/css/register'
import 'monaco-editor/languages/definitions/dockerfile/register'
import 'monaco-editor/languages/definitions/go/register'
import 'monaco-editor/languages/definitions/html/register'
import 'monaco-editor/languages/definitions/ini/register'
import 'monaco-editor/languages/definitions/java/register'
import 'monaco-editor/languages/definitions/javascript/register'
import 'monaco-editor/languages/definitions/kotlin/register'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/php/register'
import 'monaco-editor/languages/definitions/python/register'
import 'monaco-editor/languages/definitions/ruby/register'
import 'monaco-editor/languages/definitions/rust/register'
import 'monaco-editor/languages/definitions/scss/register'
import 'monaco-editor/languages/definitions/shell/register'
import 'monaco-editor/languages/definitions/sql/register'
import 'monaco-editor/languages/definitions/swift/register'
import 'monaco-editor/languages/definitions/typescript/register'
import 'monaco-editor/languages/definitions/xml/register'
import 'monaco-editor/languages/definitions/yaml/register'
import * as monaco from 'monaco-editor/editor'
// oxlint-disable-next-line import/default -- the bundler makes the default export of a worker
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import { jsonGrammar, tomlGrammar } from './grammars.ts'

Object.assign(globalThis, { MonacoEnvironment: { getWorker: () => new EditorWorker() } })

// The engine's own JSON comes with a worker of 430 KB and TOML not at all; colours need neither.
for (const [id, grammar] of [['json', jsonGrammar], ['toml', tomlGrammar]] as const) {
	monaco.languages.register({ id })
	monaco.languages.setMonarchTokensProvider(id, grammar)
	monaco.languages.setLanguageConfiguration(id, {
		comments: { lineComment: id === 'json' ? '//' : '#' },
		brackets: [['{', '}'], ['[', ']']],
		autoClosingPairs: [{ open: '{', close: '}' }, { open: '[', close: ']' }, { open: '"', close: '"', notIn: ['string'] }],
	})
}

export { monaco }
