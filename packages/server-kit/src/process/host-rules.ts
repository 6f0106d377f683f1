import { isIP } from 'node:net'
import { DrydockError } from '@drydock/contract'
import { isLinkLocal } from '../models/addresses.ts'
import type { Settings } from '../settings/index.ts'
import { visible } from './visible.ts'

/** A host that commands of a project may reach. */
export interface HostRule {
	/** A name in lower case, compared as a whole, or an address that a person wrote out with its port. */
	host: string
	/** Without one: the ports of web servers. */
	port?: number
}

export const webPorts: readonly number[] = [80, 443]
/** A list that somebody can still read. */
export const mostHosts = 100
const longestName = 253
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const name = new RegExp(`^(${label}\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)
const highestPort = 65535

const key = (root: string) => `sandbox.hosts ${root}`

/** The hosts that people let commands of a project reach. */
export function hostsOf(settings: Settings): (root: string) => Promise<string[]> {
	return async (root) => {
		const kept = await settings.get(key(root))
		return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : []
	}
}

/** Replaces the list of a project; what cannot be read as a host is refused with the reason. */
export async function setHosts(settings: Settings, root: string, entries: readonly string[]): Promise<void> {
	const hosts = [...new Set(entries.map((entry) => entry.trim().toLowerCase()))]
	for (const host of hosts) readHostRule(host)
	await settings.set(key(root), hosts.length === 0 ? undefined : hosts)
}

/** Reads one entry of the list, such as `registry.npmjs.org`, `example.com:8443` or `127.0.0.1:5432`. */
export function readHostRule(text: string): HostRule {
	const authority = readAuthority(text.trim().toLowerCase())
	if (!authority) throw invalid(text, 'it is no name of a host; write it as registry.npmjs.org or example.com:8443, without wildcards')
	if (isIP(authority.host)) {
		if (authority.port === undefined) throw invalid(text, 'an address needs its port, as in 127.0.0.1:5432')
		if (isLinkLocal(authority.host)) throw invalid(text, 'addresses of this range hand out the credentials of cloud machines')
	}
	return authority
}

/** `host` or `host:port` with nothing around it, or undefined. Other spellings of an address are no host. */
export function readAuthority(text: string): HostRule | undefined {
	const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
	const host = bracketed ?? plain ?? ''
	const port = digits === undefined ? undefined : Number(digits)
	if (port !== undefined && (port === 0 || port > highestPort)) return undefined
	const isAddress = bracketed === undefined ? isIP(host) === 4 : isIP(host) === 6
	const isName = bracketed === undefined && host.length <= longestName && name.test(host)
	return isAddress || isName ? { host, ...(port !== undefined && { port }) } : undefined
}

/** Whether a list lets this host and port through. */
export function allowsHost(rules: readonly HostRule[], host: string, port: number): boolean {
	return rules.some((rule) => rule.host === host && (rule.port === undefined ? webPorts.includes(port) : rule.port === port))
}

function invalid(text: string, reason: string): DrydockError {
	return new DrydockError(400, 'validation', `${visible(text)} cannot be on the list of hosts: ${reason}`)
}
