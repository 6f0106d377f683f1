/** spec/2 §7. Every call of ours may be sent twice without harm. */
export const sending = { attempts: 2, timeoutMs: 8000 }
