import { grokChat } from '../contract.ts'
import { grok } from './grok-preferences.ts'
import type { ChatProfile } from './profile.ts'

export const grokProfile: ChatProfile = {
	...grok,
	endpoint: grokChat,
	purpose: 'Ask about anything. It sees only this conversation, not your files.',
	hasFrame: true,
	hasSearch: true,
}
