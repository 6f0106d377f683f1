import { file, is } from '@drydock/contract'

/** A file shown to the model along with a message. */
const Attachment = is.object({ path: is.maybe(is.text({ maxLength: 4096 })), name: is.maybe(is.text({ maxLength: 255 })), cwd: is.maybe(is.text({ maxLength: 4096 })) })

export const ChatMessage = is.object({
	role: is.oneOf('user', 'assistant', 'system'),
	content: is.text({ maxLength: 500_000 }),
	attachments: is.maybe(is.list(Attachment, { maxItems: 20 })),
})

/**
 * spec/2 §7 "Chat panes". With `Accept: text/event-stream` the answer is a stream of `data:` lines: `{token}`, `{thought}`, `{status}`,
 * `{citations}` or `{error}`, then `[DONE]`; otherwise one JSON `{ok, text, model, citations}`.
 */
export const grokChat = file({
	method: 'POST',
	path: '/grok/chat',
	summary: 'Chat with Grok, or with the model that is set up.',
	maxBody: 4 * 1024 * 1024,
	body: {
		messages: is.list(ChatMessage, { minItems: 1, maxItems: 500 }),
		model: is.withDefault(is.text({ maxLength: 200 }), 'grok-4'),
		temperature: is.withDefault(is.number({ minimum: 0, maximum: 2 }), 0.2),
		mode: is.maybe(is.text({ maxLength: 20 })),
		system: is.maybe(is.text({ maxLength: 100_000 })),
		tools: is.maybe(is.list(is.text())),
		search_parameters: is.maybe(is.object({ mode: is.maybe(is.oneOf('off', 'auto', 'on')), return_citations: is.maybe(is.flag()) })),
	},
})
