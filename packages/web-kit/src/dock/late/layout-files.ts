import { offerFile } from '../../offer-file.ts'
import { toast } from '../../toasts.ts'
import { currentValue, openValue, type LayoutValue } from './layout-value.ts'

/** A layout is a few kilobytes; what is larger is another file. */
const mostBytes = 1024 * 1024

/** Saves a layout as a file of the person's. */
export function exportLayout(name: string, value: LayoutValue | Record<string, unknown> = currentValue()): void {
	const text = JSON.stringify({ drydock: 'layout', name, value }, undefined, '\t')
	offerFile(document, `${fileName(name)}.layout.json`, new Blob([text], { type: 'application/json' }))
}

function fileName(name: string): string {
	return name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').trim() || 'layout'
}

/** Asks for a file and opens the layout in it. */
export function importLayout(): void {
	const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' })
	input.addEventListener('change', () => {
		const file = input.files?.[0]
		if (file) void openFile(file)
	})
	input.click()
}

export async function openFile(file: Blob & { name: string }): Promise<void> {
	const { name, value } = parseLayoutFile(file.name, file.size > mostBytes ? '' : await file.text())
	if (value === undefined) toast({ kind: 'error', message: `${file.name} is not a layout file.` })
	else openValue(name, value)
}

/** A file as `exportLayout` writes it, or a bare record. */
export function parseLayoutFile(file: string, text: string): { name: string; value: unknown } {
	const plain = file.replace(/(\.layout)?\.json$/, '')
	try {
		const read: unknown = JSON.parse(text)
		if (typeof read !== 'object' || read === null) return { name: plain, value: undefined }
		if (!('drydock' in read)) return { name: plain, value: 'version' in read ? read : undefined }
		const name = 'name' in read && typeof read.name === 'string' ? read.name : plain
		return { name, value: read.drydock === 'layout' && 'value' in read ? read.value : undefined }
	} catch {
		return { name: plain, value: undefined }
	}
}
