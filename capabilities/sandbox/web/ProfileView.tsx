import { Button, TextInput } from '@drydock/ui'
import { ChevronRight, X } from '@drydock/ui/icons'
import { asFault, toast, useSend } from '@drydock/web-kit'
import { useState, type FormEvent, type ReactNode } from 'react'
import { sandboxProfile, setSandboxHosts, type SandboxMode, type SandboxProfile } from '../contract.ts'
import './ProfileView.css'

const gibibyte = 2 ** 30
const mebibyte = 2 ** 20

interface ProfileProps {
	profile: SandboxProfile
	mode: SandboxMode
	shadow: { available: boolean; reason?: string }
	cwd: string
}

/** What a run can read, write and reach, and its limits. */
export function ProfileView({ profile, mode, shadow, cwd }: ProfileProps) {
	const [isOpen, setIsOpen] = useState(false)
	const { root, toolchains, guarded, hosts, user, counted, note, limits } = profile
	const writes = { shadow: 'a copy of the project; you decide what is kept', 'read-only': 'nothing of yours', project: 'the project; what it changes is recorded' }[mode]
	const hasNetwork = hosts.length > 0 && mode !== 'shadow'
	return (
		<section className="ProfileView" aria-label="What it can touch">
			<button type="button" className="ProfileView-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
				<ChevronRight aria-hidden />
				<span>What it can touch</span>
				<span className="ProfileView-short">{`writes ${writes.split(';')[0]} · ${hasNetwork ? `${hosts.length} ${hosts.length === 1 ? 'host' : 'hosts'}` : 'no network'}`}</span>
			</button>
			{isOpen && (
				<dl className="ProfileView-facts">
					<Fact name="Reads">
						<code>{root}</code>, the system’s programs{toolchains.length > 0 && <>, <Paths paths={toolchains} /></>}. Nothing else of your files.
					</Fact>
					<Fact name="Writes">{`${writes.charAt(0).toUpperCase()}${writes.slice(1)}. The home folder and the one for temporary files are empty${counted === undefined ? '' : ' and in memory'}.`}</Fact>
					{!shadow.available && <Fact name="Copies">{`Not here: ${shadow.reason ?? 'this system has none'} What runs in the project is recorded, and the history takes it back.`}</Fact>}
					<Fact name="Never writes">{guarded.length > 0 ? <Paths paths={guarded} /> : 'The Git folder and settings of editors and agents, as soon as there are any.'}</Fact>
					<Fact name="Reaches">
						{mode === 'shadow' && hosts.length > 0 && <p>No network on a copy: what is sent cannot be taken back.</p>}
						<Hosts hosts={hosts} cwd={cwd} />
					</Fact>
					<Fact name="Secrets">None.</Fact>
					<Fact name="Runs as">{user}</Fact>
					<Fact name="Limits">
						{`${together(profile)}, ${limits.file_bytes / gibibyte} GiB a file, ${Math.round(limits.cpu_seconds / 60)} minutes of a processor.`}
						{note !== undefined && <p>{note}</p>}
					</Fact>
				</dl>
			)}
		</section>
	)
}

function together({ counted, limits }: SandboxProfile): string {
	if (counted === undefined) return `${limits.processes} processes`
	return `${(limits.memory_bytes / gibibyte).toFixed(1)} GiB of memory and ${limits.processes} processes together (counted by ${counted === 'kernel' ? 'the kernel' : 'Drydock'}), ${limits.scratch_bytes / mebibyte} MiB of scratch space`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</>
	)
}

function Paths({ paths }: { paths: readonly string[] }) {
	return paths.map((path, at) => (
		<span key={path}>
			{at > 0 && ', '}
			<code>{path}</code>
		</span>
	))
}

/** The list of hosts of this project, and adding to it. */
function Hosts({ hosts, cwd }: { hosts: readonly string[]; cwd: string }) {
	const save = useSend(setSandboxHosts, { refresh: [sandboxProfile] })
	const [host, setHost] = useState('')
	const fail = (cause: unknown) => toast({ kind: 'error', message: asFault(cause).message })
	function handleAdd(event: FormEvent) {
		event.preventDefault()
		if (host.trim() !== '') save.mutate({ cwd, hosts: [...hosts, host.trim()] }, { onError: fail, onSuccess: () => setHost('') })
	}
	return (
		<>
			{hosts.length === 0 && <p>No network. Hosts on this list can be reached by commands of this project:</p>}
			<ul className="ProfileView-hosts">
				{hosts.map((each) => (
					<li key={each}>
						<code>{each}</code>
						<Button isSmall variant="quiet" icon={<X />} aria-label={`Remove ${each}`} disabled={save.isPending} onClick={() => save.mutate({ cwd, hosts: hosts.filter((other) => other !== each) }, { onError: fail })} />
					</li>
				))}
			</ul>
			<form className="ProfileView-add" onSubmit={handleAdd}>
				<TextInput aria-label="Host" placeholder="registry.npmjs.org" isMono value={host} onChange={(event) => setHost(event.target.value)} />
				<Button isSmall type="submit" disabled={host.trim() === '' || save.isPending}>
					Add host
				</Button>
			</form>
		</>
	)
}
