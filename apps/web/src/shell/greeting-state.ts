import { flag, preference } from '@drydock/web-kit'

/** spec/3 §3, browser-stored keys. */
export const welcomeDismissed = preference('welcome_dismissed', 'Welcome card dismissed', false, flag)
export const betaDismissed = preference('beta_dismissed', 'Beta banner dismissed', false, flag)
