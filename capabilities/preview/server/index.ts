import { DrydockError } from '@drydock/contract'
import { serve } from '@drydock/server-kit'
import { listeningPorts } from '@drydock/server-kit/process/ports.ts'
import { person } from '@drydock/server-kit/pty/index.ts'
import * as contract from '../contract.ts'
import { createUsedFiles } from './used-files.ts'
import { folderSite } from './folder-site.ts'
import { portSite } from './port-site.ts'
import { inertPage } from './inert-page.ts'

export default serve(contract, (kernel) => {
	const used = createUsedFiles(kernel.workspace)
	return {
		previewFile: ({ '*': path, cwd }, context) => inertPage(kernel.workspace, used, { cwd, path }, context),
		openPreview({ cwd, network }, { caller }) {
			const { absolute } = kernel.workspace.resolve(cwd)
			return kernel.content.open({ kind: 'preview', key: JSON.stringify([absolute, network]), session: caller.session }, folderSite(kernel, { cwd, network, used }))
		},
		openPort({ port }, { caller }) {
			if (port === Number(new URL(`http://${kernel.places.product}`).port)) throw new DrydockError(403, 'preview.own_port', 'That is Drydock’s own port', { hint: 'Choose the port of your own server.' })
			return kernel.content.open({ kind: 'port', key: String(port), session: caller.session }, portSite({ port, stopping: kernel.stopping }))
		},
		closePreview({ origin }, { caller }) {
			kernel.content.close(origin, caller.session)
			return { ok: true }
		},
		async listPorts() {
			const terminals = await kernel.ptys.list(person)
			const lists = await Promise.all(terminals.map(async ({ sid, pid }) => (await listeningPorts([pid])).map(({ port, program }) => ({ port, program, sid }))))
			return { ports: lists.flat() }
		},
	}
})
