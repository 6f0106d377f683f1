import { isValidElement, type ComponentProps, type ReactNode } from 'react'
import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { CodeBlock } from './CodeBlock.tsx'
import { askConfirm } from './questions.tsx'
import './Markdown.css'

// Raw HTML in a model's answer stays out: only what Markdown itself makes is rendered, then sanitised.
const rehypePlugins = [defaultRehypePlugins['sanitize']].filter((plugin) => plugin !== undefined)

const components = { a: SafeLink, img: NoImage, pre: Block, inlineCode: InlineCode, table: Table }

/** The lazy half of Markdown. */
export default function MarkdownRenderer({ text, isStreaming }: { text: string; isStreaming: boolean }) {
	return (
		<div className="Markdown">
			<Streamdown mode={isStreaming ? 'streaming' : 'static'} controls={false} components={components} rehypePlugins={rehypePlugins} linkSafety={{ enabled: false }} skipHtml>
				{text}
			</Streamdown>
		</div>
	)
}

/** Only web addresses, and only after the person has seen where they lead. */
function SafeLink({ href, children }: ComponentProps<'a'>) {
	const url = webAddress(href)
	if (!url) return <span>{children}</span>
	return (
		<a
			href={url}
			rel="noopener noreferrer"
			target="_blank"
			onClick={async (event) => {
				event.preventDefault()
				const { defaultView } = event.currentTarget.ownerDocument
				if (await askConfirm({ title: 'Open this link?', body: <code>{url}</code>, confirmLabel: 'Open link' })) defaultView?.open(url, '_blank', 'noopener,noreferrer')
			}}
		>
			{children}
		</a>
	)
}

function webAddress(href: string | undefined): string | undefined {
	const url = href && URL.canParse(href) ? new URL(href) : undefined
	return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** A picture's address can carry what the model read to someone else, so it is never fetched. */
function NoImage({ alt }: ComponentProps<'img'>) {
	return <span className="Markdown-image">[image: {alt || 'no description'}]</span>
}

function Block({ children }: ComponentProps<'pre'>) {
	const { text, language } = codeOf(children)
	return <CodeBlock code={text} language={language} />
}

function codeOf(children: ReactNode): { text: string; language: string | undefined } {
	if (!isValidElement<{ children?: ReactNode; className?: string }>(children)) return { text: textOf(children), language: undefined }
	return { text: textOf(children.props.children).replace(/\n$/, ''), language: /language-([\w+#-]+)/.exec(children.props.className ?? '')?.[1] }
}

function textOf(node: ReactNode): string {
	if (typeof node === 'string' || typeof node === 'number') return String(node)
	if (Array.isArray(node)) return node.map(textOf).join('')
	return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}

function InlineCode({ children }: ComponentProps<'code'>) {
	return <code className="Markdown-code">{children}</code>
}

function Table({ children }: ComponentProps<'table'>) {
	return (
		<div className="Markdown-table" tabIndex={0} role="group" aria-label="Table">
			<table>{children}</table>
		</div>
	)
}
