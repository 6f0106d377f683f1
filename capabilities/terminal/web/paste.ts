// What a clipboard must not do in a terminal: end the paste it is in, or send keys.
// oxlint-disable-next-line no-control-regex -- control characters are the point
const dangerous = /\u001b\[20[01]~|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text from a clipboard as it may be typed into a terminal. */
export function cleanPaste(text: string): string {
	return text.replace(dangerous, '')
}

/** Without bracketed paste the shell runs every line at once, so a person is asked first. */
export function needsWarning(text: string, hasBrackets: boolean): boolean {
	return !hasBrackets && /[\r\n]./s.test(text)
}
