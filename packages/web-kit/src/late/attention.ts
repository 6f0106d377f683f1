// What waits for a person, where it is seen while the page is in the background: in the title and on the icon of the tab.

const dot = '%3Ccircle cx=%2219%22 cy=%225%22 r=%225%22 fill=%22%23e3b457%22/%3E'
const end = '%3C/svg%3E'

let plain: { title: string; icon: string | undefined } | undefined

/** Marks the tab with a number; 0 takes the mark away. */
export function markTab(count: number, page: Document = document): void {
	const link = page.querySelector<HTMLLinkElement>('link[rel=icon]')
	plain ??= { title: page.title, icon: link?.getAttribute('href') ?? undefined }
	page.title = count > 0 ? `(${count}) ${plain.title}` : plain.title
	if (!link || plain.icon === undefined) return
	link.setAttribute('href', count > 0 && plain.icon.endsWith(end) ? plain.icon.slice(0, -end.length) + dot + end : plain.icon)
}
