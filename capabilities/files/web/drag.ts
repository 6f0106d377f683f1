import { below } from './folders.ts'

/** Files of this pane, dragged or copied. */
export interface Carried {
	cwd: string
	paths: readonly string[]
}

const ownType = 'application/x-drydock-files'

/** What a drag of rows carries: for this pane all of them, for other places the first one as an asset and all as absolute paths. */
export function pack(transfer: DataTransfer, { cwd, paths }: Carried): void {
	const [first = ''] = paths
	transfer.setData(ownType, JSON.stringify({ cwd, paths }))
	transfer.setData('application/json', JSON.stringify({ cwd, path: first }))
	transfer.setData('text/plain', paths.map((path) => below(cwd, path)).join('\n'))
	transfer.effectAllowed = 'copyMove'
}

/** Whether a drag can be dropped here; what it holds is readable at the drop only. */
export function dropKind({ types }: DataTransfer): 'own' | 'files' | undefined {
	if (types.includes(ownType)) return 'own'
	return types.includes('Files') ? 'files' : undefined
}

export function unpack(transfer: DataTransfer): Carried | undefined {
	try {
		const value: unknown = JSON.parse(transfer.getData(ownType))
		if (typeof value !== 'object' || value === null || !('cwd' in value) || !('paths' in value)) return undefined
		const { cwd, paths } = value
		return typeof cwd === 'string' && Array.isArray(paths) ? { cwd, paths: paths.filter((path) => typeof path === 'string') } : undefined
	} catch {
		return undefined
	}
}
