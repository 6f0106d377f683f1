// Control, direction and invisible characters are shown as what they are: a name must not look like another one.
const odd = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]/u
const oddOnes = /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0])/u

/** A file's name as text, isolated from the direction of what stands around it. */
export function VisibleName({ name }: { name: string }) {
	if (!odd.test(name)) return <bdi>{name}</bdi>
	return (
		<bdi>
			{name.split(oddOnes).map((part, index) =>
				index % 2 === 0 ? (
					part
				) : (
					<span key={index} className="OddCharacter" title="A character that is normally not visible">
						{codeOf(part)}
					</span>
				),
			)}
		</bdi>
	)
}

/** The same for places that take only text, such as titles and sentences. */
export function visibleText(name: string): string {
	return name.split(oddOnes).map((part, index) => (index % 2 === 0 ? part : `⟨${codeOf(part)}⟩`)).join('')
}

function codeOf(character: string): string {
	const code = character.codePointAt(0) ?? 0
	// Our own way of writing a byte that is no UTF-8.
	if (code >= 0xf780 && code <= 0xf7ff) return `\\x${(code - 0xf700).toString(16)}`
	return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
