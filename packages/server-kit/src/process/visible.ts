/** Characters that hide, reorder or look like a space: control, format and ignorable ones, every blank but the plain one. */
export const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u2800]|(?! )\p{Zs}/u

const every = new RegExp(hiddenCharacter.source, 'gu')
const short: Record<string, string> = { '\n': '\\n\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

/** The text with everything that hides or reorders shown as an escape; line breaks are marked and kept. */
export function visible(text: string): string {
	return text.replace(every, (character) => short[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`)
}
