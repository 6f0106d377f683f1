import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

export interface LateComponent<Props extends object> {
	(props: Props): ReactNode
	/** Loads it before it is shown: then it is there with the first render. */
	preload(): Promise<void>
}

/**
 * A component whose code comes when it is first shown. Unlike `lazy` in a `Suspense` it appears as soon as it is there:
 * React holds back for 300 ms whatever replaces a fallback. A chunk that cannot be loaded throws where the component stands; the next mount asks again.
 */
export function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, fallback?: (props: Props) => ReactNode): LateComponent<Props> {
	let loaded: ComponentType<Props> | undefined
	const preload = async () => {
		loaded ??= (await load()).default
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
