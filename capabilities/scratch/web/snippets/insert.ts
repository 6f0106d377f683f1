import { hostDocument } from '@drydock/ui'
import { openOverlay, toast } from '@drydock/web-kit'
import { fillIn, placeholdersIn } from './template.ts'

export const fillOverlay = 'snippet-fill'

/** Where the keyboard was when the snippet was chosen: the palette gives the focus back, in its window, before it runs this. */
function focused(): Element | undefined {
	return hostDocument().activeElement ?? undefined
}

let target: Element | undefined

/** Types a snippet where the keyboard is; asks first for what has to be filled in. */
export function insertSnippet({ title, body }: { title: string; body: string }): void {
	target = focused()
	if (placeholdersIn(body).length > 0) openOverlay(fillOverlay, { title, body })
	else void insertFilled(fillIn(body, {}))
}

/** Types where the keyboard was when the snippet was chosen. */
export async function insertFilled(text: string): Promise<void> {
	if (target && isEditable(target) && typeInto(target, text)) return
	const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false)
	toast(isCopied ? { message: 'Copied: nothing to type into had the focus' } : { kind: 'error', message: 'Copy failed' })
}

function isEditable(element: Element): boolean {
	return element.matches('input:not([type=checkbox], [type=radio], [type=range], [type=button]):not(:read-only), textarea, [contenteditable], .native-edit-context')
}

function typeInto(element: Element, text: string): boolean {
	if ('focus' in element && typeof element.focus === 'function') element.focus()
	const clipboardData = new DataTransfer()
	clipboardData.setData('text/plain', text)
	// Editors and terminals take a paste as their own: with their undo, their indent and their question about several lines.
	const isTaken = !element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
	if (isTaken) return true
	// The only way to type into a plain field that keeps its undo and that every framework hears.
	return element.ownerDocument.execCommand('insertText', false, text)
}
