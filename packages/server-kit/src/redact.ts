/** Replaces known secret values wherever they appear (SECURITY "Secrets": by exact value, in every sink). */
export interface Redactor {
	add(value: string): void
	remove(value: string): void
	redact(text: string): string
}

/** Shorter values would blank out ordinary words. */
const shortestSecret = 8

export function createRedactor(): Redactor {
	const values = new Set<string>()
	return {
		add: (value) => void (value.length >= shortestSecret && values.add(value)),
		remove: (value) => void values.delete(value),
		redact(text) {
			let clean = text
			for (const value of values) {
				if (clean.includes(value)) clean = clean.replaceAll(value, '[secret]')
				const escaped = JSON.stringify(value).slice(1, -1)
				if (escaped !== value && clean.includes(escaped)) clean = clean.replaceAll(escaped, '[secret]')
			}
			return clean
		},
	}
}
