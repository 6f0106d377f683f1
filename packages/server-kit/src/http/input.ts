import { DrydockError, fieldsOf, is, type AnyEndpoint, type Fields, type Schema } from '@drydock/contract'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'

type Part = 'params' | 'query' | 'body'
type Parts = Record<Part, unknown>

/** Deeper JSON is never ours and makes every walk over it expensive (SECURITY, limits). */
const deepest = 32

/** Turns what came over the wire into a handler's input, or says which field is wrong. Schemas are compiled at their first use. */
export function inputReader(endpoint: AnyEndpoint): (parts: Parts) => Record<string, unknown> {
	const fields = fieldsOf(endpoint)
	const readers: Partial<Record<Part, (value: unknown) => Record<string, unknown>>> = {}
	const reader = (part: Part) => (readers[part] ??= partReader(part, fields[part], { isText: part !== 'body' || endpoint.isForm === true }))
	return (parts) => ({ ...reader('query')(parts.query), ...reader('body')(parts.body), ...reader('params')(parts.params) })
}

function partReader(part: Part, fields: Fields, { isText }: { isText: boolean }): (value: unknown) => Record<string, unknown> {
	const names = Object.keys(fields)
	if (names.length === 0) return () => ({})
	let validator: Validator | undefined
	return (value) => {
		const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
		if (!isText && depth(given) > deepest) throw new DrydockError(400, 'validation', `The body is nested deeper than ${deepest} levels`)
		const picked = pick(fields, given, isText)
		validator ??= Compile(is.object(fields))
		if (!validator.Check(picked)) throw invalid(part, validator, picked)
		return picked
	}
}

/** Only declared fields get in; text from an address or a form becomes the number or flag it is declared to be; JSON is never coerced. */
function pick(fields: Fields, given: Record<string, unknown>, isText: boolean): Record<string, unknown> {
	const picked: Record<string, unknown> = {}
	for (const [name, schema] of Object.entries(fields)) {
		if (Object.hasOwn(given, name)) picked[name] = isText ? fromText(schema, given[name]) : given[name]
		else if (Object.hasOwn(schema, 'default')) picked[name] = Value.Clone(Reflect.get(schema, 'default'))
	}
	return picked
}

function fromText(schema: Schema, value: unknown): unknown {
	const type: unknown = Reflect.get(schema, 'type')
	if (type === 'array') return Array.isArray(value) ? value : [value]
	if (typeof value !== 'string') return value
	if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
	if (type === 'boolean' && (value === 'true' || value === '1')) return true
	if (type === 'boolean' && (value === 'false' || value === '0')) return false
	return value
}

function invalid(part: Part, validator: Validator, value: unknown): DrydockError {
	const [first] = validator.Errors(value)
	const where = first?.instancePath.replace(/^\//, '').replaceAll('/', '.')
	const what = first?.message ?? 'is not valid'
	return new DrydockError(400, 'validation', where ? `${where} ${what}` : `The ${part === 'params' ? 'path' : part} ${what}`, { details: { part, field: where } })
}

function depth(value: unknown, level = 0): number {
	if (typeof value !== 'object' || value === null || level > deepest) return level
	return Object.values(value).reduce<number>((most, child) => Math.max(most, depth(child, level + 1)), level + 1)
}
