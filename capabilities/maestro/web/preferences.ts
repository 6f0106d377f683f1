import { flag, preference, textUpTo } from '@drydock/web-kit'

/** As long as a task may be on the wire. */
export const longestTask = 100_000

export const draftPreference = preference('maestro_draft', 'Maestro: what is being typed', '', textUpTo(longestTask))
export const copiesPreference = preference('maestro_copies', 'Maestro: run commands on a copy first', false, flag)
export const validatorsPreference = preference('maestro_run_validators', 'Maestro: run validators', false, flag)
