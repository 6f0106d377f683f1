import { oneOf, preference, textUpTo } from '@drydock/web-kit'
import { languageIds, sandboxModes } from '../contract.ts'

// What was typed is there after a reload.
export const codePreference = preference('sandbox_code', 'Sandbox: snippet', '', textUpTo(100_000))
export const languagePreference = preference('sandbox_language', 'Sandbox: language', 'bash', oneOf(...languageIds))
export const modePreference = preference('sandbox_mode', 'Sandbox: where snippets run', 'shadow', oneOf(...sandboxModes))
