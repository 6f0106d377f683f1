// Apart from drafts.ts, so that the first load carries no more of it than the question.

export const draftsName = 'drydock-drafts'

/** Whether unsaved text was ever kept in this browser. */
export async function mayHaveDrafts(): Promise<boolean> {
	const databases = await globalThis.indexedDB?.databases?.().catch(() => [])
	return databases?.some(({ name }) => name === draftsName) ?? false
}
