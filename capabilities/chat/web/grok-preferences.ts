import { chatPreferences } from './chat-preferences.ts'

/** Apart from the profile, so that the page's first load does not bring the contract along. spec: default chat model */
export const grok = { id: 'grokChat', title: 'Grok Chat', model: 'grok-4' }
export const grokPreferences = chatPreferences(grok)
