import { DrydockError, type Schema, type Static } from '@drydock/contract'
import { Compile } from 'typebox/compile'
import type { AgentTool, ToolContext, ToolResult, ToolVerdict } from '../types.ts'

interface Definition<S extends Schema> {
	name: string
	description: string
	input: S
	readOnly: boolean
	judge(input: Static<S>, context: ToolContext): ToolVerdict | Promise<ToolVerdict>
	run(input: Static<S>, context: ToolContext): Promise<ToolResult>
}

/** A tool whose input is checked against its schema before anything else happens. */
export function defineTool<S extends Schema>(definition: Definition<S>): AgentTool {
	const { name, description, input: schema, readOnly } = definition
	const validator = Compile(schema)
	function checked(input: unknown): Static<S> {
		if (validator.Check(input)) return input as Static<S>
		const [first] = validator.Errors(input)
		const where = first?.instancePath.replace(/^\//, '').replaceAll('/', '.')
		throw new DrydockError(400, 'validation', `The input of ${name} is wrong: ${where ? `${where} ` : ''}${first?.message ?? 'it does not fit'}`)
	}
	return {
		name,
		description,
		input: schema,
		readOnly,
		judge: async (input, context) => definition.judge(checked(input), context),
		run: async (input, context) => definition.run(checked(input), context),
	}
}

/** A failure in words for the model; anything else is a defect and goes up. */
export function failure(error: unknown): ToolResult {
	if (!(error instanceof DrydockError)) throw error
	return { output: [error.message, error.hint].filter(Boolean).join(' '), isError: true }
}
