import { ChatPane } from './ChatPane.tsx'
import { grokPreferences } from './grok-preferences.ts'
import { grokProfile } from './grok-profile.ts'

/** spec/2 §2, the Grok chat pane. */
export default function GrokChatPane() {
	return <ChatPane profile={grokProfile} preferences={grokPreferences} />
}
