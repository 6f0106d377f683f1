import type { AnyFile } from '@drydock/contract'

/** What differs between the chat panes. */
export interface ChatProfile {
	/** The pane's id; settings and the conversation are kept under it. */
	id: string
	title: string
	/** Answers as an event stream, or as JSON. */
	endpoint: AnyFile
	model: string
	/** What it is for, said when the conversation is empty. */
	purpose: string
	hasFrame: boolean
	hasSearch: boolean
}
