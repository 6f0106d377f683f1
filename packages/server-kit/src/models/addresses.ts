import { BlockList, isIP } from 'node:net'

// One list for each kind: in a common one the mapped range below would match every IPv4 address.
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
/** Cloud metadata lives here: refused even when a person pinned the address, since no model server does. */
const linkLocal = new BlockList()

const ranges4: [string, number][] = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['224.0.0.0', 4],
	['240.0.0.0', 4],
]
// IPv4 in other clothes (mapped, compatible, NAT64, 6to4, Teredo) is refused whole: no public model answers there.
const ranges6: [string, number][] = [
	['::', 96],
	['::ffff:0:0', 96],
	['64:ff9b::', 96],
	['64:ff9b:1::', 48],
	['100::', 64],
	['2001::', 32],
	['2001:db8::', 32],
	['2002::', 16],
	['fc00::', 7],
	['fe80::', 10],
	['fec0::', 10],
	['ff00::', 8],
]
for (const [net, bits] of ranges4) notPublic.ipv4.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of ranges6) notPublic.ipv6.addSubnet(net, bits, 'ipv6')
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')

function family(address: string): 'ipv4' | 'ipv6' | undefined {
	const version = isIP(address)
	return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined
}

/** Whether an address is one of the open internet. Anything that is not an address is not. */
export function isPublicAddress(address: string): boolean {
	const kind = family(address)
	return kind !== undefined && !notPublic[kind].check(address, kind)
}

export function isLinkLocal(address: string): boolean {
	const kind = family(address)
	return kind !== undefined && linkLocal.check(address, kind)
}
