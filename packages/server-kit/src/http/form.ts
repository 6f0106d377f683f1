import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import path from 'node:path'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { DrydockError } from '@drydock/contract'
import type { FastifyRequest } from 'fastify'
import { systemCode } from '../workspace/faults.ts'
import { liftLimit } from './slow-bodies.ts'

// A form of ours has a file and a few words.
const mostParts = 20
const longestField = 16 * 1024
// Ours are short; a longer name of a file is refused as such, so it has to arrive.
const longestHeader = 2 * 2 ** 20

/** A file of a form. It was written down as it came, outside of every project, and is gone once the request was answered. */
export class FormFile {
	readonly name: string
	/** Where it lies until then. */
	readonly file: string
	readonly size: number
	/** SHA-256 of its bytes. */
	readonly hash: string
	constructor({ name, file, size, hash }: Pick<FormFile, 'name' | 'file' | 'size' | 'hash'>) {
		this.name = name
		this.file = file
		this.size = size
		this.hash = hash
	}
}

type Form = InstanceType<typeof Busboy>

export interface FormPlace {
	/** For files on their way. */
	folder: string
	newId(): string
}

/** The fields of a multipart body, and the files among them. A file never stands in memory, whatever its size. */
export async function readForm(request: FastifyRequest, body: Readable, place: FormPlace): Promise<Record<string, unknown>> {
	const { config, bodyLimit } = request.routeOptions
	if (!config.endpoint?.isForm) throw new DrydockError(415, 'unsupported_media_type', 'Send the body as application/json')
	if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit)
	liftLimit(request.raw)
	const stop = new AbortController()
	const fields = new Map<string, unknown>()
	const files: { stream: Readable; written: Promise<FormFile> }[] = []
	try {
		const form = parserOf(request, (error) => stop.abort(error))
		form.on('field', (name, value) => void fields.set(name, value))
		form.on('file', (name, stream, filename) => {
			// It is told to whoever reads, which may have ended before.
			stream.on('error', () => undefined)
			const written = writeDown(stream, decoded(filename), place)
			written.then(
				(file) => fields.set(name, file),
				(error: unknown) => stop.abort(error),
			)
			files.push({ stream, written })
		})
		await feed(form, body, { limit: bodyLimit, signal: stop.signal })
		await Promise.all(files.map(({ written }) => written))
		return Object.fromEntries(fields)
	} catch (error) {
		for (const { stream } of files) stream.destroy()
		const ended = await Promise.allSettled(files.map(({ written }) => written))
		await dropFiles(ended.map((each) => (each.status === 'fulfilled' ? each.value : undefined)))
		const reason: unknown = stop.signal.aborted ? stop.signal.reason : error
		if (reason instanceof DrydockError) throw reason
		throw new DrydockError(400, 'validation', 'The form cannot be read', { hint: 'Send it as multipart/form-data.', cause: reason })
	}
}

const tooLarge = (limit: number) => new DrydockError(413, 'too_large', `The form is larger than ${Math.floor(limit / 2 ** 20)} MB`)

function parserOf(request: FastifyRequest, fail: (error: unknown) => void): Form {
	const form = new Busboy({ headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' }, preservePath: true, limits: { parts: mostParts, files: 1, fieldSize: longestField, headerSize: longestHeader } })
	form.on('partsLimit', () => fail(new DrydockError(413, 'too_large', `The form has more than ${mostParts} parts`)))
	form.on('filesLimit', () => fail(new DrydockError(413, 'too_large', 'The form has more than one file')))
	form.on('error', fail)
	return form
}

/** Not a pipeline: that ends the connection with its source, and nobody would hear what was wrong. */
async function feed(form: Form, body: Readable, { limit, signal }: { limit: number; signal: AbortSignal }): Promise<void> {
	let size = 0
	for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		signal.throwIfAborted()
		size += chunk.length
		if (size > limit) throw tooLarge(limit)
		if (!form.write(chunk)) await once(form, 'drain', { signal })
	}
	signal.throwIfAborted()
	const finished = once(form, 'finish', { signal })
	form.end()
	await finished
}

async function writeDown(stream: BusboyFileStream, name: string, { folder, newId }: FormPlace): Promise<FormFile> {
	const file = path.join(folder, newId())
	const hash = createHash('sha256')
	let size = 0
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 })
		await using handle = await open(file, 'wx', 0o600)
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			hash.update(chunk)
			size += chunk.length
			await handle.writeFile(chunk)
		}
		return new FormFile({ name, file, size, hash: hash.digest('hex') })
	} catch (error) {
		await unlink(file).catch(() => undefined)
		if (!['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')) throw error
		throw new DrydockError(507, 'disk_full', 'The disk with the data folder is full: what was sent cannot be taken.', { hint: 'Free some space, then send it again.', cause: error })
	}
}

/** Browsers write these three signs of a name so. */
function decoded(name: string): string {
	return name.replaceAll(/%0A|%0D|%22/gi, (code) => decodeURIComponent(code))
}

/** Removes the files among these values. */
export async function dropFiles(values: readonly unknown[]): Promise<void> {
	await Promise.all(values.map((value) => (value instanceof FormFile ? unlink(value.file).catch(() => undefined) : undefined)))
}
