/** One event as it stands on the wire. */
export interface RawEvent {
	seq: number
	type: string
	data: unknown
}

/** A single event may be this large; more means the other side is not speaking SSE. */
const longestBlock = 16 * 1024 * 1024

/** Reads server-sent events from a response body; comments are skipped, `onBytes` hears them too. */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void = () => {}): AsyncGenerator<RawEvent> {
	const reader = body.getReader()
	const decoder = new TextDecoder()
	let rest = ''
	try {
		for (;;) {
			const { done, value } = await reader.read()
			if (done) return
			onBytes()
			rest += decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n')
			const blocks = rest.split('\n\n')
			rest = blocks.pop() ?? ''
			if (rest.length > longestBlock) throw new TypeError('An event is too large')
			for (const block of blocks) {
				const event = parseBlock(block)
				if (event) yield event
			}
		}
	} finally {
		void reader.cancel().catch(() => {})
	}
}

function parseBlock(block: string): RawEvent | undefined {
	let seq = 0
	let type = 'message'
	const data: string[] = []
	for (const line of block.split('\n')) {
		const colon = line.indexOf(':')
		if (colon === 0) continue
		const name = colon < 0 ? line : line.slice(0, colon)
		const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
		if (name === 'id') seq = Number(value) || 0
		if (name === 'event') type = value
		if (name === 'data') data.push(value)
	}
	if (data.length === 0) return undefined
	const text = data.join('\n')
	return { seq, type, data: parseData(text) }
}

/** `[DONE]` and plain text stay text. */
function parseData(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return text
	}
}
