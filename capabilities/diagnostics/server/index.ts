import { openapi, serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'

export default serve(contract, (kernel) => ({
	health: () => ({ ok: true, status: 'ok' }),
	openapiDocument: () => openapi(kernel.endpoints.all(), kernel.options.version),
}))
