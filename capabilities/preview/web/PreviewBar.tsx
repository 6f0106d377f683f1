import { Badge, Checkbox, IconButton, NumberInput, Select, TextInput, Toolbar } from '@drydock/ui'
import { ExternalLink, Globe, GlobeLock, RefreshCw, RotateCw, Terminal } from '@drydock/ui/icons'
import { useState, type ReactNode } from 'react'
import { devices } from './devices.ts'
import { PortField } from './PortField.tsx'
import { localAddress, type Target } from './target.ts'
import { longestInterval, shortestInterval } from './use-page-changes.ts'

export interface Options {
	isAuto: boolean
	intervalMs: number
	device: string
	isTurned: boolean
	network: boolean
	hasConsole: boolean
}

interface Props {
	target: Target
	options: Options
	/** Where the page is; what Open link leads to. */
	address: string | undefined
	shownPath: string
	problems: number
	onTarget(change: Partial<Target>): void
	onOptions(change: Partial<Options>): void
	onRefresh(): void
}

/** What is shown, and how (spec/1 §2, Browser Preview). */
export function PreviewBar({ target, options, address, shownPath, problems, onTarget, onOptions, onRefresh }: Props) {
	const isFiles = target.source === 'files'
	const handlePath = (typed: string) => {
		const local = localAddress(typed)
		onTarget(local ? { source: 'port', ...local } : { path: isFiles ? typed.trim().replace(/^\/+/, '') : typed.trim() })
	}
	return (
		<div className="Preview-header">
			<Toolbar label="Page" className="Preview-bar">
				<IconButton label="Refresh" icon={<RefreshCw />} disabled={!address} onClick={onRefresh} />
				<Select aria-label="Source" className="Preview-source" value={target.source} onChange={({ target: { value } }) => onTarget(value === 'port' ? { source: 'port', path: '/' } : { source: 'files', path: '' })}>
					<option value="files">Files</option>
					<option value="port">Port</option>
				</Select>
				{isFiles ? <TypedField key={target.cwd} label="CWD" className="Preview-cwd" value={target.cwd} onCommit={(cwd) => cwd !== '' && onTarget({ cwd: cwd.replace(/(.)\/+$/, '$1') })} /> : <PortField port={target.port} onPick={(port) => onTarget({ port })} />}
				<TypedField key={shownPath} label="Path" className="Preview-path" placeholder={isFiles ? 'index.html' : '/'} value={shownPath} onCommit={handlePath} />
				<a className="Preview-link" href={address} target="_blank" rel="noopener noreferrer" aria-disabled={address ? undefined : true}>
					<ExternalLink aria-hidden />
					Open
				</a>
			</Toolbar>
			<Toolbar label="View" className="Preview-bar">
				{isFiles && (
					<>
						<Checkbox label="Auto-reload" isChecked={options.isAuto} onChange={(isAuto) => onOptions({ isAuto })} />
						<span className="Preview-interval">
							<span aria-hidden>Interval</span>
							<NumberInput aria-label="Interval" title="Milliseconds between two looks" min={shortestInterval} max={longestInterval} step={100} value={options.intervalMs} disabled={!options.isAuto} onCommit={(intervalMs) => onOptions({ intervalMs })} />
							<span aria-hidden>ms</span>
						</span>
						<IconButton label={options.network ? 'Pages may load from the internet: forbid it' : 'Pages reach this folder only: allow the internet'} icon={options.network ? <Globe /> : <GlobeLock />} isPressed={options.network} onClick={() => onOptions({ network: !options.network })} />
					</>
				)}
				<Select aria-label="Size" className="Preview-device" value={options.device} onChange={({ target: { value } }) => onOptions({ device: value })}>
					{devices.map(({ name, size }) => (
						<option key={name} value={name}>
							{size ? `${name} ${size[0]} × ${size[1]}` : name}
						</option>
					))}
				</Select>
				<IconButton label="Turn" icon={<RotateCw />} disabled={options.device === 'Responsive'} isPressed={options.isTurned} onClick={() => onOptions({ isTurned: !options.isTurned })} />
				<IconButton label="Console" icon={<Terminal />} isPressed={options.hasConsole} onClick={() => onOptions({ hasConsole: !options.hasConsole })} />
				{problems > 0 && <Badge tone="bad" title={`${problems} errors in the console`}>{problems}</Badge>}
			</Toolbar>
		</div>
	)
}

interface TypedProps {
	label: string
	value: string
	className: string
	placeholder?: string
	onCommit(value: string): void
}

/** A text that counts when Enter is pressed. */
function TypedField({ label, value, className, placeholder, onCommit }: TypedProps): ReactNode {
	const [text, setText] = useState(value)
	return (
		<form
			className={className}
			onSubmit={(event) => {
				event.preventDefault()
				onCommit(text)
			}}
		>
			<TextInput isMono aria-label={label} title={value || label} placeholder={placeholder} value={text} onChange={({ target }) => setText(target.value)} />
		</form>
	)
}
