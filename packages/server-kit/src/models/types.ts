/** A message of a conversation, free of any provider's words. */
export type ChatMessage =
	| { role: 'user'; text: string }
	/** `content` is opaque: it carries what a provider wants to see again (signatures, ids). Plain text is `[{ type: 'text', text }]`. */
	| { role: 'assistant'; content: unknown }
	| { role: 'tool'; results: { id: string; name: string; output: string; isError: boolean }[] }

export interface ModelTool {
	name: string
	description: string
	/** JSON Schema of the input. */
	input: object
}

export interface StepRequest {
	system: string
	messages: ChatMessage[]
	tools?: readonly ModelTool[]
	temperature?: number
	/** Live search, where the provider has it: `on` makes it search first. */
	search?: 'off' | 'auto' | 'on'
	signal: AbortSignal
}

export type ModelPart =
	| { type: 'text' | 'reasoning'; text: string }
	| {
			type: 'finish'
			text: string
			calls: { id: string; name: string; input: unknown; problem?: string }[]
			usage: { input: number; output: number }
			finish: string
			sources: { url: string; title?: string }[]
			content: unknown
	  }
	/** The attempt failed; what it said so far is void. The next one begins after `waitMs`. */
	| { type: 'retry'; attempt: number; error: string; waitMs: number }
