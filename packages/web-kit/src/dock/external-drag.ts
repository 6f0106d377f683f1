// What is dragged into the dock from elsewhere. While it is dragged only its types can be read; what it says comes with the drop.
import type { IJsonTabNode } from 'flexlayout-react'
import type { DragEvent as ReactDragEvent } from 'react'
import { closest } from '../closest.ts'
import type { DropSource } from '../late/drop-payload.ts'
import { currentDock } from './handle.ts'

/** spec/3 §5, drop payload. */
const takenTypes = ['application/x-drydock-asset', 'application/json', 'text/uri-list', 'text/plain']
/** Stands where the drop falls until it is known what was dropped. */
const waiting: IJsonTabNode = { type: 'tab', component: '', name: '…' }

const late = () => import('./late/take-drop.ts')

/** What the engine asks when something comes in: pages, panes, paths and links may become a tab. */
export function askExternalDrag(event: ReactDragEvent<HTMLElement>): undefined | { json: IJsonTabNode; onDrop(node?: { getId(): string }, event?: ReactDragEvent<HTMLElement>): void } {
	const { types } = event.dataTransfer
	if (types.includes('Files') || isOwnText || !takenTypes.some((type) => types.includes(type))) return undefined
	void late()
	return {
		json: waiting,
		onDrop(node, drop) {
			const dock = currentDock()
			if (!node || !drop || !dock) return
			const source = copyOf(drop.dataTransfer)
			void late().then(({ takeDrop }) => takeDrop(dock, node.getId(), source))
		},
	}
}

/** Text and links of the page itself are dragged into its text fields, not into the dock. */
let isOwnText = false

/** Tells drags of the page's own text from those of its panes and files, which say so. */
export function watchOwnDrags(page: Window): () => void {
	const stop = new AbortController()
	const { signal } = stop
	page.addEventListener('dragstart', ({ target }) => (isOwnText = !closest(target, '[draggable="true"]')), { capture: true, signal })
	page.addEventListener('dragend', () => (isOwnText = false), { capture: true, signal })
	return () => stop.abort()
}

/** The browser empties it after the event. */
function copyOf(transfer: DataTransfer): DropSource {
	const texts = new Map(takenTypes.map((type) => [type, transfer.getData(type)]))
	return { types: [...transfer.types], getData: (type) => texts.get(type) ?? '' }
}

/** Files of the machine: wherever they fall, the page is not left for them; what no pane took is uploaded. */
export function takeFiles(page: Window, onHover: (isOver: boolean) => void): () => void {
	const stop = new AbortController()
	const hear = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) => page.addEventListener(name, (event) => hasFiles(event) && act(event), { signal: stop.signal })
	hear('dragover', (event) => {
		onHover(!event.defaultPrevented)
		if (event.defaultPrevented) return
		event.preventDefault()
		if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
	})
	hear('dragleave', (event) => event.relatedTarget === null && onHover(false))
	hear('drop', (event) => {
		onHover(false)
		if (event.defaultPrevented || !event.dataTransfer) return
		event.preventDefault()
		const { files, items } = event.dataTransfer
		const taken = { files: [...files], entries: [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []) }
		void late().then(({ upload }) => upload(taken))
	})
	return () => stop.abort()
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
	return dataTransfer?.types.includes('Files') ?? false
}
