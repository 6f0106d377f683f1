// The least page with the same engines: a list of files, two text boxes, terminals, and an editor once a file is opened.
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import './page.css'

const rowHeight = 22
const list = byId('list')
const height = byId('height')
let folder = ''
let entries: [name: string, isFolder: 0 | 1][] = []

function byId(id: string): HTMLElement {
	const element = document.getElementById(id)
	if (!element) throw new Error(`There is no #${id}`)
	return element
}

async function enter(next: string) {
	const reply = await fetch(`/list?path=${encodeURIComponent(next)}`)
	entries = (await reply.json()) as typeof entries
	folder = next
	list.scrollTop = 0
	draw()
}

/** Only the rows in sight exist. */
function draw() {
	const first = Math.floor(list.scrollTop / rowHeight)
	const rows = entries.slice(first, first + Math.ceil(list.clientHeight / rowHeight) + 1).map(([name, isFolder], index) => {
		const row = document.createElement('div')
		row.className = 'row'
		row.textContent = name
		row.style.top = `${(first + index) * rowHeight}px`
		row.onclick = () => void (isFolder ? enter(name) : open(folder ? `${folder}/${name}` : name))
		return row
	})
	height.style.height = `${entries.length * rowHeight}px`
	height.replaceChildren(...rows)
}
list.onscroll = draw

async function open(path: string) {
	const [{ show }, text] = await Promise.all([import('./editor.ts'), fetch(`/file?path=${encodeURIComponent(path)}`).then((reply) => reply.text())])
	show(byId('editor'), path, text)
	const tab = document.createElement('button')
	tab.textContent = path
	tab.onclick = () => show(byId('editor'), path, text)
	byId('tabs').append(tab)
}

function newTerminal() {
	const terminals = byId('terminals')
	for (const other of terminals.children) other.toggleAttribute('hidden', true)
	const host = document.createElement('div')
	host.className = 'terminal'
	terminals.append(host)
	const terminal = new Terminal({ scrollback: 5000 })
	const fit = new FitAddon()
	terminal.loadAddon(fit)
	terminal.open(host)
	fit.fit()
	const socket = new WebSocket(`ws://${location.host}/pty?cols=${terminal.cols}&rows=${terminal.rows}`)
	socket.binaryType = 'arraybuffer'
	socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => terminal.write(new Uint8Array(data))
	terminal.onData((data) => socket.send(data))
	terminal.focus()
}
byId('new-terminal').onclick = newTerminal

newTerminal()
await enter('')
