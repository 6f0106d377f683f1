export function ageText(seconds: number): string {
	if (seconds < 60) return `${Math.round(seconds)} s`
	return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

export function sizeText(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`
	return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
