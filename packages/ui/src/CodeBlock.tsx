import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { Check, Copy } from './icons.ts'
import './CodeBlock.css'

/** How long "Copied" stands (spec/3 §9). */
const copiedMs = 1500

/** Code with its language and a Copy button. */
export function CodeBlock({ code, language, caption }: { code: string; language?: string; caption?: string }) {
	return (
		<figure className="CodeBlock">
			<figcaption className="CodeBlock-caption">
				<span>{caption ?? language ?? 'text'}</span>
				<CopyButton text={code} />
			</figcaption>
			<pre tabIndex={0}>
				<code>{code}</code>
			</pre>
		</figure>
	)
}

/** Copies a text and says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
	const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
	async function handleClick() {
		const worked = await navigator.clipboard.writeText(text).then(() => true, () => false)
		setState(worked ? 'copied' : 'failed')
		setTimeout(() => setState('idle'), copiedMs)
	}
	const names = { idle: label, copied: 'Copied', failed: 'Copy failed' }
	return (
		<>
			<IconButton label={names[state]} icon={state === 'copied' ? <Check /> : <Copy />} onClick={handleClick} />
			<span role="status" className="visually-hidden">
				{state === 'idle' ? '' : names[state]}
			</span>
		</>
	)
}
