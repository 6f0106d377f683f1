import { lazy, Suspense } from 'react'

const Rendered = lazy(() => import('./MarkdownRenderer.tsx'))

/** Markdown from a model or a file, as it streams in; plain text until the renderer is there. */
export function Markdown({ text, isStreaming = false }: { text: string; isStreaming?: boolean }) {
	return (
		<Suspense fallback={<div className="Markdown" style={{ whiteSpace: 'pre-wrap' }}>{text}</div>}>
			<Rendered text={text} isStreaming={isStreaming} />
		</Suspense>
	)
}
