import { fieldsOf, is, type AnyEndpoint, type Fields, type Schema } from '@drydock/contract'

/** An OpenAPI 3.1 description of every endpoint; TypeBox schemas are JSON Schema, so nothing is translated. */
export function openapi(endpoints: readonly AnyEndpoint[], version: string) {
	const paths: Record<string, Record<string, unknown>> = {}
	for (const endpoint of endpoints) {
		for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
			const key = path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
			paths[key] = { ...paths[key], [endpoint.method.toLowerCase()]: operation(endpoint) }
		}
	}
	return {
		openapi: '3.1.0',
		info: { title: 'Drydock', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
		components: {
			securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' }, bearer: { type: 'http', scheme: 'bearer' } },
			schemas: {
				Fault: is.object({ ok: is.literal(false), code: is.text(), error: is.text(), message: is.text(), detail: is.text(), hint: is.maybe(is.text()), details: is.maybe(is.anything()) }),
			},
		},
		paths,
	}
}

function operation(endpoint: AnyEndpoint) {
	const { params, query, body } = fieldsOf(endpoint)
	return {
		summary: endpoint.summary,
		security: endpoint.scope === 'public' ? [] : [{ key: [] }, { bearer: [] }],
		'x-scope': endpoint.scope ?? 'user',
		'x-kind': endpoint.kind,
		parameters: [...parameters('path', params), ...parameters('query', query)],
		...(Object.keys(body).length > 0 && { requestBody: { required: true, content: { 'application/json': { schema: is.object(body) } } } }),
		responses: {
			...good(endpoint),
			default: { description: 'Refused or failed', content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } } },
		},
	}
}

function parameters(place: 'path' | 'query', fields: Fields) {
	const required = new Set<string>((is.object(fields) as { required?: string[] }).required)
	return Object.entries(fields).map(([name, schema]: [string, Schema]) => ({
		name: name === '*' ? 'path' : name,
		in: place,
		required: place === 'path' || (required.has(name) && !Object.hasOwn(schema, 'default')),
		schema,
	}))
}

function good(endpoint: AnyEndpoint) {
	switch (endpoint.kind) {
		case 'call':
			return { [endpoint.status ?? 200]: { description: 'Done', content: { 'application/json': { schema: endpoint.reply } } } }
		case 'stream':
			return { 200: { description: 'Server-sent events', content: { 'text/event-stream': { schema: is.object(endpoint.events) } } } }
		case 'file':
			return { 200: { description: 'Bytes', content: { '*/*': {} } } }
		case 'socket':
			return { 101: { description: 'A WebSocket' } }
	}
}
