import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'
import { listed } from './list.ts'
import { mediaSite } from './site.ts'

export default serve(contract, (kernel) => ({
	listMedia: ({ cwd, path, kind }) => listed(kernel.workspace, { cwd, path, kind }),
	openMedia({ cwd }, { caller }) {
		const { absolute } = kernel.workspace.resolve(cwd)
		return kernel.content.open({ kind: 'media', key: absolute, session: caller.session }, mediaSite(kernel, cwd))
	},
}))
