const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes for people; the exact one belongs into the title. */
export function sizeText(bytes: number): string {
	const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
	const value = bytes / 1000 ** power
	return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power]}`
}
