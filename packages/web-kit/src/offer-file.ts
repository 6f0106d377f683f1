/** Gives the person a file to keep on their own computer, as a download of the window that `page` belongs to. */
export function offerFile(page: Document, name: string, content: Blob): void {
	const href = URL.createObjectURL(content)
	Object.assign(page.createElement('a'), { href, download: name }).click()
	// The browser has taken it over by the next task.
	setTimeout(() => URL.revokeObjectURL(href))
}
