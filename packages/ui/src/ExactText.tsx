import './ExactText.css'

/** Characters that hide, reorder or look like a plain space; line breaks and tabs are judged by the caller's layout. */
const hidden = /([\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u2800]|(?! )\p{Zs})/u
const names: Record<string, string> = { '\u001b': '\\e', '\r': '\\r', '\t': '\\t', '\n': '\\n' }

/**
 * Text as it is, with every character that could deceive shown by its code: for file names and for commands that
 * someone is about to allow. `keepLines` leaves line breaks and tabs alone.
 */
export function ExactText({ text, keepLines = false }: { text: string; keepLines?: boolean }) {
	if (!hidden.test(text)) return text
	const pieces = text.split(new RegExp(hidden.source, 'u'))
	return pieces.map((piece, index) => {
		if (index % 2 === 0 || (keepLines && (piece === '\n' || piece === '\t'))) return piece
		return (
			<span key={index} className="ExactText-mark" title="A character that cannot be seen">
				{codeOf(piece)}
			</span>
		)
	})
}

function codeOf(character: string): string {
	return names[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
}
