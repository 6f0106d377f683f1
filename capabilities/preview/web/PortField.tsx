import { NumberInput, Select } from '@drydock/ui'
import { useCall, usePaneTab } from '@drydock/web-kit'
import { useEffect, useRef } from 'react'
import { listPorts, portRange } from '../contract.ts'

/** Dev servers start while one looks at the list. */
const lookMs = 3000

/** A port by its number, or one that a program in a terminal listens on. */
export function PortField({ port, onPick }: { port: number; onPick(port: number): void }) {
	const { isVisible } = usePaneTab()
	const { data, refetch } = useCall(listPorts, {}, { keepPrevious: true, send: { attempts: 1 } })
	const latest = useRef(refetch)
	useEffect(() => {
		latest.current = refetch
	})
	useEffect(() => {
		if (!isVisible) return
		const timer = setInterval(() => void latest.current(), lookMs)
		return () => clearInterval(timer)
	}, [isVisible])
	const found = data?.ports ?? []
	return (
		<>
			<NumberInput aria-label="Port" className="Preview-port" min={portRange.minimum} max={portRange.maximum} value={port} onCommit={onPick} />
			<Select aria-label="Ports in terminals" className="Preview-ports" disabled={found.length === 0} value={found.some((each) => each.port === port) ? port : ''} onChange={({ target: { value } }) => value !== '' && onPick(Number(value))}>
				<option value="">{found.length === 0 ? 'No server in a terminal' : 'In a terminal…'}</option>
				{found.map((each) => (
					<option key={`${each.sid}-${each.port}`} value={each.port}>
						{each.port} · {each.program}
					</option>
				))}
			</Select>
		</>
	)
}
