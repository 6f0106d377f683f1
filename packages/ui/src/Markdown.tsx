import { late } from './late.tsx'

const Rendered = late(
	() => import('./MarkdownRenderer.tsx'),
	({ text }) => <div className="Markdown" style={{ whiteSpace: 'pre-wrap' }}>{text}</div>,
)

/** Markdown from a model or a file, as it streams in; plain text until the renderer is there. */
export function Markdown({ text, isStreaming = false }: { text: string; isStreaming?: boolean }) {
	return <Rendered text={text} isStreaming={isStreaming} />
}
