import { openapi, serve, type Kernel } from '@drydock/server-kit'
import { person } from '@drydock/server-kit/pty/index.ts'
import * as contract from '../contract.ts'
import { supportBundle } from './bundle.ts'

export default serve(contract, (kernel) => ({
	health: () => ({ ok: true, status: 'ok' }),
	openapiDocument: () => openapi(kernel.endpoints.all(), kernel.options.version),
	serverState: () => stateOf(kernel),
	async supportBundle() {
		const day = new Date(kernel.clock.now()).toISOString().slice(0, 10)
		return {
			body: await supportBundle(kernel, await stateOf(kernel)),
			type: 'application/json; charset=utf-8',
			headers: { 'content-disposition': `attachment; filename="drydock-support-${day}.json"` },
		}
	},
}))

async function stateOf(kernel: Kernel): Promise<contract.ServerState> {
	const [reports, terminals] = await Promise.all([kernel.support.reports(), kernel.ptys.isUp() ? kernel.ptys.list(person) : []])
	return {
		version: kernel.options.version,
		node: process.versions.node,
		platform: `${process.platform} ${process.arch}`,
		...kernel.support.vitals(),
		open: { ...kernel.gauges.read(), terminals: terminals.filter(({ status }) => status === 'running').length },
		...reports,
	}
}
