import { Type, type Static as StaticOf, type TObject, type TProperties, type TSchema } from 'typebox'

/** JSON Schema with a type attached: routes, `/openapi.json`, model tools and forms all read the same value. */
export type Schema = TSchema
export type Fields = TProperties
export type Static<S extends TSchema> = StaticOf<S>

/** A field that a caller may leave out and a handler always receives. */
export type Defaulted<S extends TSchema> = S & { default: unknown; '~defaulted': true }

type Flat<T> = { [K in keyof T]: T[K] } & {}
type DefaultedKeys<F extends Fields> = { [K in keyof F]: F[K] extends { '~defaulted': true } ? K : never }[keyof F]

/** What a handler receives: defaults are filled in. */
export type Received<F extends Fields> = StaticOf<TObject<F>>
/** What a caller passes: fields with a default may be left out. */
export type Passed<F extends Fields> = Flat<Omit<Received<F>, DefaultedKeys<F>> & Partial<Pick<Received<F>, DefaultedKeys<F> & keyof Received<F>>>>

function withDefault<S extends TSchema>(schema: S, value: StaticOf<S>): Defaulted<S> {
	return { ...schema, default: value } as unknown as Defaulted<S>
}

function oneOf<const V extends readonly string[]>(...values: V) {
	return Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })
}

function nullable<S extends TSchema>(schema: S) {
	return Type.Union([schema, Type.Null()])
}

/** In plain JSON Schema: `Type.Record` would bring TypeBox's whole type engine into the page. */
function record<S extends TSchema>(value: S) {
	return Type.Unsafe<Record<string, StaticOf<S>>>({ type: 'object', additionalProperties: value })
}

/** The words a contract is written in. */
export const is = {
	text: Type.String,
	integer: Type.Integer,
	number: Type.Number,
	flag: Type.Boolean,
	list: Type.Array,
	object: Type.Object,
	record,
	anything: Type.Unknown,
	literal: Type.Literal,
	union: Type.Union,
	oneOf,
	nullable,
	maybe: Type.Optional,
	withDefault,
}
