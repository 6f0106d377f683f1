import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** A server that was restarted is back within seconds; a chunk that is gone for good stays gone. */
const waitsMs = [300, 1000, 2000, 4000, 8000]

export interface LateComponent<Props extends object> {
	(props: Props): ReactNode
	/** Loads it before it is shown: then it is there with the first render. */
	preload(): Promise<void>
}

/**
 * A component whose code comes when it is first shown. Unlike `lazy` in a `Suspense` it appears as soon as it is there:
 * React holds back for 300 ms whatever replaces a fallback. A chunk that the server does not send is asked for a few times
 * more; then it throws where the component stands, and the next mount asks again.
 */
export function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, fallback?: (props: Props) => ReactNode): LateComponent<Props> {
	let loaded: ComponentType<Props> | undefined
	const preload = async () => {
		loaded ??= (await patiently(load)).default
	}

	function Late(props: Props) {
		const [Body, setBody] = useState(() => loaded)
		const [failure, setFailure] = useState<{ error: unknown }>()
		useEffect(() => {
			let isMounted = true
			preload().then(
				() => isMounted && setBody(() => loaded),
				(error: unknown) => isMounted && setFailure({ error }),
			)
			return () => void (isMounted = false)
		}, [])
		if (failure) throw failure.error
		return Body ? <Body {...props} /> : fallback?.(props)
	}
	return Object.assign(Late, { preload })
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
	for (const ms of waitsMs) {
		try {
			return await load()
		} catch (error) {
			if (!isUnreached(error)) throw error
			await new Promise((resolve) => setTimeout(resolve, ms))
		}
	}
	return load()
}

/** Browsers reject an import that could not be fetched with a TypeError; the style sheet of a chunk with an error of the bundler. */
function isUnreached(error: unknown): boolean {
	return error instanceof TypeError || (error instanceof Error && error.message.startsWith('Unable to preload CSS'))
}
