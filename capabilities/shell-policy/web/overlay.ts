/** The dialog that makes a rule of a command that waits. */
export const ruleOverlay = 'shell-rule'
