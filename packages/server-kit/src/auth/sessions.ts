import { createHash, createPublicKey, randomBytes, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { DrydockError, renewMessage } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { Migration, Store } from '../store/index.ts'

/** A signed-in page. Its bearer is short-lived and in memory; the page renews it by signing with a key that cannot be copied out of the browser. */
export interface Sessions {
	/** A one-time code for a sign-in link. */
	newCode(): string
	start(code: string, publicKey: Record<string, unknown>): Promise<Granted>
	renew(proof: { session: string; at: number; nonce: string; signature: string }): Promise<Granted>
	/** The session behind a bearer; `revoked` tells a dead session from an unknown one. */
	whoHas(bearer: string): { session: string } | 'revoked' | undefined
	end(session: string): Promise<void>
}

export interface Granted {
	session: string
	bearer: string
	expires_in: number
	/** Epoch milliseconds of this server, whose clock counts. */
	now: number
}

interface Tables {
	session: { id: string; public_key: string; created_at: number; used_at: number; revoked: number }
}

const bearerSeconds = 15 * 60
/** Long enough to walk to another machine's browser, short enough that a link in a log is soon worthless. */
const codeMs = 60 * 60 * 1000
const proofMs = 60 * 1000
/** Unused codes and bearers kept; more means someone loops. */
const most = 1000

export const sessionMigrations: Migration[] = [
	{
		name: 'sessions/1-create',
		up: (db) =>
			db.schema
				.createTable('session')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('public_key', 'text', (column) => column.notNull())
				.addColumn('created_at', 'bigint', (column) => column.notNull())
				.addColumn('used_at', 'bigint', (column) => column.notNull())
				.addColumn('revoked', 'integer', (column) => column.notNull())
				.execute(),
	},
]

export function createSessions(store: Store, clock: Clock): Sessions {
	const db = store.db<Tables>()
	const codes = expiring<true>(clock)
	const bearers = expiring<{ session: string }>(clock)
	const nonces = expiring<true>(clock)
	const revoked = new Set<string>()

	function grant(session: string): Granted {
		const bearer = randomBytes(32).toString('base64url')
		bearers.put(digest(bearer), { session }, bearerSeconds * 1000)
		return { session, bearer, expires_in: bearerSeconds, now: clock.now() }
	}

	return {
		newCode() {
			const code = randomBytes(18).toString('base64url')
			codes.put(digest(code), true, codeMs)
			return code
		},
		async start(code, publicKey) {
			if (!codes.take(digest(code))) throw new DrydockError(401, 'code_used', 'This sign-in link was used already or is too old', { hint: 'Run "npm run link" for a new one.' })
			const key = signingKey(publicKey)
			const id = randomBytes(12).toString('base64url')
			const now = clock.now()
			await db.insertInto('session').values({ id, public_key: JSON.stringify(key.export({ format: 'jwk' })), created_at: now, used_at: now, revoked: 0 }).execute()
			return grant(id)
		},
		async renew({ session, at, nonce, signature }) {
			const row = await db.selectFrom('session').selectAll().where('id', '=', session).executeTakeFirst()
			if (!row) throw new DrydockError(401, 'unauthenticated', 'Sign in first')
			if (row.revoked) throw new DrydockError(401, 'session_revoked', 'This session was ended')
			if (Math.abs(clock.now() - at) > proofMs) throw new DrydockError(401, 'proof_expired', 'The clock of this device and the server differ by more than a minute', { details: { now: clock.now() } })
			if (!isSigned(row.public_key, renewMessage(session, at, nonce), signature)) throw new DrydockError(401, 'unauthenticated', 'Sign in first')
			if (nonces.has(nonce)) throw new DrydockError(401, 'proof_used', 'This proof was used already')
			nonces.put(nonce, true, 2 * proofMs)
			await db.updateTable('session').set({ used_at: clock.now() }).where('id', '=', session).execute()
			return grant(session)
		},
		whoHas(bearer) {
			const found = bearers.get(digest(bearer))
			return found && revoked.has(found.session) ? 'revoked' : found
		},
		async end(session) {
			revoked.add(session)
			await db.updateTable('session').set({ revoked: 1 }).where('id', '=', session).execute()
		},
	}
}

/** Bearers and codes are kept by digest, so that a heap dump or a timing difference gives none away. */
export function digest(secret: string): string {
	return createHash('sha256').update(secret).digest('base64url')
}

function signingKey(jwk: Record<string, unknown>): KeyObject {
	try {
		const { kty, crv, x, y } = jwk
		if (kty !== 'EC' || crv !== 'P-256') throw new TypeError('not P-256')
		return createPublicKey({ key: { kty, crv, x, y } as JsonWebKey, format: 'jwk' })
	} catch (cause) {
		throw new DrydockError(400, 'validation', 'public_key must be an ECDSA P-256 public key as JWK', { cause })
	}
}

function isSigned(jwk: string, message: string, signature: string): boolean {
	const key = createPublicKey({ key: JSON.parse(jwk) as JsonWebKey, format: 'jwk' })
	return verify('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

/** A bounded map whose entries end by themselves. */
export function expiring<V>(clock: Clock) {
	const entries = new Map<string, { value: V; until: number }>()
	const live = (key: string) => {
		const entry = entries.get(key)
		return entry && entry.until > clock.now() ? entry.value : undefined
	}
	return {
		put(key: string, value: V, ms: number) {
			if (entries.size >= most) for (const [old, { until }] of entries) if (until <= clock.now() || entries.size >= most) entries.delete(old)
			entries.set(key, { value, until: clock.now() + ms })
		},
		get: live,
		has: (key: string) => live(key) !== undefined,
		take(key: string) {
			const value = live(key)
			entries.delete(key)
			return value
		},
	}
}
