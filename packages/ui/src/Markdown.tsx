import { late } from './late.tsx'
import { isTooMuchMarkdown } from './markdown-limits.ts'

const Rendered = late(() => import('./MarkdownRenderer.tsx'), Plain)

/** Markdown from a model or a file, as it streams in; plain text until the renderer is there, and where there is too much of it. */
export function Markdown({ text, isStreaming = false }: { text: string; isStreaming?: boolean }) {
	return isTooMuchMarkdown(text) ? <Plain text={text} /> : <Rendered text={text} isStreaming={isStreaming} />
}

function Plain({ text }: { text: string }) {
	return <div className="Markdown" style={{ whiteSpace: 'pre-wrap' }}>{text}</div>
}
