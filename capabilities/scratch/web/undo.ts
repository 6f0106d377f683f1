/** Long enough to see what was removed. */
export const undoMs = 8000
