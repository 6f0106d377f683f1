import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'
import { runCommand } from './run.ts'

export default serve(contract, (kernel) => {
	const run = runCommand(kernel)
	return { shellRun: (input, { caller, signal }) => run(input, caller, signal) }
})
